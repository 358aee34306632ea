import {
  BotwrightError,
  type Clock,
  describeError,
  isBotwrightError,
  type Plugin,
  type RecordedRun,
  silentLogger,
} from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import type { Messages } from "../messages/messages.ts";
import { isHostsFault, loadVersion } from "../publication/load-version.ts";
import { readMeta } from "../publication/plugin-rows.ts";
import { compareRun, type ComparedRun, type PriceOf } from "./compare-run.ts";
import type { RecordedRunKey, Update } from "./recorded-runs.ts";
import type { UpdateReport } from "./update-report.ts";

/** What a {@link Rerunner} needs. */
export interface RerunnerOptions {
  readonly sandbox: Pick<Sandbox, "load">;
  readonly messages: Pick<Messages, "readRecord">;
  readonly priceOf: PriceOf;
  /** Milliseconds for all runs of a report. */
  readonly wallMs: number;
  /** Milliseconds of CPU time for all runs of a report. */
  readonly cpuMs: number;
  readonly clock: Clock;
}

/** Runs a version on recorded runs, without network access and without logs, within limits of time. */
export interface Rerunner {
  /** Runs a version on one recorded run. */
  one(recorded: RecordedRun, version: Version): Promise<ComparedRun>;
  /** Runs a version on recorded runs until one of the time limits is reached. */
  all(
    update: Update,
    keys: readonly RecordedRunKey[],
    onRun: (key: RecordedRunKey, compared: ComparedRun) => void,
  ): Promise<UpdateReport>;
}

/** The parts of a version that are needed to load it. */
type Version = Pick<Update, "slug" | "code" | "meta" | "version">;

/** The most milliseconds of one run. */
const RUN_MS = 10_000;
/** The codes of records that are not there (any more). */
const NOT_KEPT: ReadonlySet<string> = new Set(["RUN_NOT_RECORDED", "MESSAGE_NOT_FOUND"]);

/** Creates a {@link Rerunner}. */
export function createRerunner(options: RerunnerOptions): Rerunner {
  const { sandbox, messages, priceOf, wallMs, cpuMs, clock } = options;

  async function all(
    update: Update,
    keys: readonly RecordedRunKey[],
    onRun: (key: RecordedRunKey, compared: ComparedRun) => void,
  ): Promise<UpdateReport> {
    const plugin = await load(update);
    const until = clock.now() + wallMs;
    const counts = {
      asks_otherwise: 0,
      sends_otherwise: 0,
      ends_otherwise: 0,
      fails: 0,
      costs_more: 0,
    };
    let [compared, same, notComparable, usedMs] = [0, 0, 0, 0];
    let isComplete = true;
    for (const key of keys) {
      isComplete = clock.now() < until && usedMs < cpuMs;
      if (!isComplete) break;
      const recorded = await readRecord(key, update);
      if (recorded === undefined) {
        notComparable += 1;
        continue;
      }
      const run = await compareRun(recorded, plugin, priceOf);
      compared += 1;
      usedMs += run.cpuMs;
      if (run.findings.size === 0) same += 1;
      for (const finding of run.findings) counts[finding] += 1;
      onRun(key, run);
    }
    return {
      version: update.version,
      compared_with: update.base.version,
      made_at: new Date(clock.now()).toISOString(),
      runs: compared,
      same,
      ...counts,
      not_comparable: notComparable,
      is_complete: isComplete,
    };
  }

  /** Loads the version as it would run, but without network access and without logs. */
  async function load({ slug, code, meta, version }: Version): Promise<Plugin> {
    const info = { limits: { wallMs: RUN_MS }, fetch: false, logger: silentLogger } as const;
    try {
      return await loadVersion(sandbox, { slug, code, meta: readMeta(meta) }, info);
    } catch (error) {
      throw isHostsFault(error) ? error : notLoaded(version, error);
    }
  }

  async function readRecord(
    { messageId }: RecordedRunKey,
    { slug, base }: Update,
  ): Promise<RecordedRun | undefined> {
    try {
      const recorded = await messages.readRecord(messageId, slug);
      return recorded.plugin.version === base.sha256 ? recorded : undefined;
    } catch (error) {
      if (isBotwrightError(error) && NOT_KEPT.has(error.code)) return undefined;
      throw error;
    }
  }

  return {
    all,
    one: async (recorded, version) => compareRun(recorded, await load(version), priceOf),
  };
}

/** The error for a version that passed its inspection and cannot be loaded now, such as one that is quarantined. */
function notLoaded(version: string, cause: unknown): BotwrightError {
  const { message } = describeError(cause);
  return new BotwrightError(`version ${version} cannot be loaded: ${message}`, {
    code: "PLUGIN_NOT_LOADED",
    cause,
  });
}
