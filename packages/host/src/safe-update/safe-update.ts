import {
  BotwrightError,
  type Clock,
  createKeyedQueue,
  describeError,
  type Logger,
  silentLogger,
  systemClock,
} from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import type { ModelCatalog } from "@botwright/services";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Messages } from "../messages/messages.ts";
import { createShownRoom, type ShownRoom, toShownArguments } from "../messages/shown-value.ts";
import { type ComparedRun, sidesOf } from "./compare-run.ts";
import { createPriceOf } from "./price-of.ts";
import {
  findRuns,
  findUpdate,
  type RecordedRunKey,
  type RunsOf,
  type Update,
} from "./recorded-runs.ts";
import { createRerunner } from "./rerun-all.ts";
import { storeReport } from "./store-report.ts";
import type { RunComparison, UpdateReport } from "./update-report.ts";

/** Options of {@link createSafeUpdate}. */
export interface SafeUpdateOptions {
  readonly db: Kysely<Schema>;
  readonly sandbox: Pick<Sandbox, "load">;
  /** Reads the recorded runs. */
  readonly messages: Pick<Messages, "readRecord">;
  /** Knows the prices of models. @default all models count as equally expensive */
  readonly models?: Pick<ModelCatalog, "find">;
  /** How many of the newest runs one report compares. @default 100 */
  readonly runs?: number;
  /** Milliseconds for all runs of a report. @default 20_000 */
  readonly wallMs?: number;
  /** Milliseconds of CPU time for all runs of a report. @default 10_000 */
  readonly cpuMs?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** A comparison over an account's own runs. */
export interface OwnUpdateReport {
  readonly report: UpdateReport;
  /** Runs that differ, newest first, at most 20. */
  readonly changed: readonly RunComparison[];
}

/** The rerun of one of an account's own runs. */
export interface OwnRerun {
  /** The version that ran on the record. */
  readonly version: string;
  readonly comparison: RunComparison;
}

/** Runs new versions on recorded runs of approved ones. The record answers all host calls: nothing is sent or paid. */
export interface SafeUpdate {
  /**
   * Compares the version of a plugin that waits for a review with the published one, over the runs of all
   * accounts, and stores the report for the reviewer.
   *
   * @returns `null` when no version is published yet
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, `NOTHING_TO_REVIEW`, `PLUGIN_TAKEN_DOWN`,
   * `PLUGIN_NOT_LOADED`, `RERUNS_BUSY`
   */
  review(pluginId: number): Promise<UpdateReport | null>;
  /** Does the same in the background, and logs a failure. */
  startReview(pluginId: number): void;
  /**
   * Compares the published version of a plugin with the one that a bot has, over the bot's own runs.
   *
   * @throws {BotwrightError} `INSTALLATION_NOT_FOUND`, also for another account's; `NOTHING_TO_UPDATE`,
   * `PLUGIN_NOT_LOADED`, `RERUNS_BUSY`
   */
  compare(userId: number, botId: number, pluginId: number): Promise<OwnUpdateReport>;
  /**
   * Compares the version of a plugin that waits for a review with the published one, over the runs of its developer's
   * own bots. Runs of others are excluded: the developer could submit a file that acts differently if a message has
   * a certain word, and read from the counts whether one does.
   *
   * @returns `null` if no version is published yet
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, also for another developer's; `NOTHING_TO_REVIEW`,
   * `PLUGIN_NOT_LOADED`, `RERUNS_BUSY`
   */
  preview(developerId: number, pluginId: number): Promise<OwnUpdateReport | null>;
  /**
   * Runs the published version of a plugin on the record of its run at one message.
   *
   * @throws {BotwrightError} `MESSAGE_NOT_FOUND`, also for another account's; `RUN_NOT_RECORDED`,
   * `PLUGIN_NOT_FOUND`, `PLUGIN_NOT_LOADED`, `RERUNS_BUSY`
   */
  rerun(userId: number, messageId: number, slug: string): Promise<OwnRerun>;
  /** Waits for the reports that have been started. */
  close(): Promise<void>;
}

/** Reports that may run or wait on one node: for one plugin or account, and in all. */
const MAX_WAITING = { own: 2, all: 20 };
/** The most changed runs that an owner is shown, and the most differing calls of each. */
const MAX_SHOWN = { runs: 20, calls: 20 };

/** Creates {@link SafeUpdate}. */
export function createSafeUpdate(options: SafeUpdateOptions): SafeUpdate {
  const { db, sandbox, messages, logger = silentLogger, clock = systemClock } = options;
  const { runs: maxRuns = 100, wallMs = 20_000, cpuMs = 10_000 } = options;
  const priceOf = createPriceOf(options.models);
  const rerunner = createRerunner({ sandbox, messages, priceOf, wallMs, cpuMs, clock });
  /** Reports of a node run one after another, so that most of its capacity is left for bots. */
  const queue = createKeyedQueue();
  const working = new Map<Promise<unknown>, string>();

  /** @param of the plugin or account; of its reports, one may run while one waits */
  function enqueue<Result>(of: string, work: () => Promise<Result>): Promise<Result> {
    const own = [...working.values()].filter((other) => other === of).length;
    if (own >= MAX_WAITING.own || working.size >= MAX_WAITING.all) throw rerunsBusy();
    const done = queue.run("", work);
    const ended: Promise<unknown> = done.catch(() => {});
    working.set(ended, of);
    void ended.finally(() => working.delete(ended));
    return done;
  }

  async function review(pluginId: number): Promise<UpdateReport | null> {
    const update = await findUpdate.waiting(db, pluginId);
    if (update === undefined) return null;
    const keys = await findRuns(db, update, maxRuns);
    const report = await rerunner.all(update, keys, () => {});
    await storeReport(db, pluginId, update.versionId, report);
    return report;
  }

  /** Makes a report that includes the differing runs, because these belong to the account that asks. */
  async function compareOwn(update: Update, of: RunsOf): Promise<OwnUpdateReport> {
    const keys = await findRuns(db, update, maxRuns, of);
    const changed: RunComparison[] = [];
    const room = createShownRoom();
    const report = await rerunner.all(update, keys, (key, run) => {
      const isShown = run.findings.size > 0 && changed.length < MAX_SHOWN.runs;
      if (isShown) changed.push(viewRun(key, run, room));
    });
    return { report, changed };
  }

  return {
    review: async (pluginId) => enqueue(`plugin/${pluginId}`, () => review(pluginId)),
    startReview(pluginId) {
      const failed = (error: unknown): void =>
        logger.warn("a version could not be run on recorded runs", {
          pluginId,
          ...describeError(error),
        });
      try {
        enqueue(`plugin/${pluginId}`, () => review(pluginId)).catch(failed);
      } catch (error) {
        failed(error);
      }
    },
    compare: async (userId, botId, pluginId) =>
      enqueue(`account/${userId}`, async () => {
        const update = await findUpdate.installed(db, { userId, botId, pluginId });
        return compareOwn(update, { botId });
      }),
    preview: async (developerId, pluginId) =>
      enqueue(`account/${developerId}`, async () => {
        const update = await findUpdate.waiting(db, pluginId, developerId);
        return update === undefined ? null : compareOwn(update, { userId: developerId });
      }),
    rerun: async (userId, messageId, slug) =>
      enqueue(`account/${userId}`, async () => {
        const recorded = await messages.readRecord(messageId, slug, userId);
        const published = await findUpdate.published(db, slug);
        const run = await rerunner.one(recorded, published);
        return {
          version: published.version,
          comparison: viewRun({ messageId }, run, createShownRoom()),
        };
      }),
    async close() {
      await Promise.all(working.keys());
    },
  };
}

function viewRun({ messageId }: RecordedRunKey, run: ComparedRun, room: ShownRoom): RunComparison {
  return {
    message_id: messageId,
    findings: [...run.findings],
    calls: run.differences.slice(0, MAX_SHOWN.calls).flatMap((difference) => {
      if (difference.kind === "outcome") return [];
      const [recorded = null, now = null] = sidesOf(difference).map(
        (call) =>
          call && {
            operation: call.operation,
            args: toShownArguments(call.operation, call.args, undefined, room),
          },
      );
      return [{ sequence: difference.sequence, recorded, now }];
    }),
    error: run.error ?? null,
  };
}

function rerunsBusy(): BotwrightError {
  return new BotwrightError("too many versions are being compared: try again in a minute", {
    code: "RERUNS_BUSY",
  });
}
