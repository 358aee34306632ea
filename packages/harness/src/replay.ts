import { readFile } from "node:fs/promises";
import {
  type Logger,
  parseRecordedRun,
  type RecordedRun,
  type Rerun,
  rerunRecord,
  silentLogger,
} from "@botwright/core";
import { HarnessError } from "./errors.ts";
import { loadInSandbox, type PluginInput, readPlugin } from "./load/load-plugin.ts";
import { acquireSharedSandbox } from "./shared-sandbox.ts";

/** The result of a rerun. */
export interface ReplayReport extends Pick<
  Rerun,
  "same" | "difference" | "sameSource" | "outcome"
> {
  readonly recorded: RecordedRun;
}

/** Options of {@link replay}. */
export interface ReplayOptions {
  /** Where the plugin's `console` goes. @default nowhere */
  logger?: Logger;
  /** Called for each host call of the rerun, with its answer. */
  onCall?: (call: RecordedRun["calls"][number]) => void | Promise<void>;
}

/**
 * Runs a plugin again on a record, made here or by a host: nothing is sent, requested or charged.
 * Returns the first difference.
 *
 * @param run a run, or the path of a file that holds one
 * @throws {InvalidInputError} `INVALID_INPUT` when the file holds no run
 * @example
 * const { same, difference } = await replay("run.json", "weather.js");
 */
export async function replay(
  run: RecordedRun | string,
  plugin: PluginInput,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const { logger = silentLogger, onCall } = options;
  const recorded = typeof run === "string" ? parseRecordedRun(await readFile(run, "utf8")) : run;
  const source = await readPlugin(plugin);
  if (source === undefined) {
    throw new HarnessError("NEEDS_SANDBOX", "Only a plugin's file or source can be replayed");
  }
  await using shared = acquireSharedSandbox();
  const { sandbox } = shared;
  const loaded = await loadInSandbox(source, {
    sandbox,
    fetch: () => Promise.reject(new Error("A replay fetches nothing")),
    limits: {},
    logger,
    defaultSlug: recorded.plugin.slug,
  });
  const { same, difference, outcome } = await rerunRecord(recorded, loaded, {
    ...(onCall !== undefined && { onCall }),
  });
  const sameSource = source.version === recorded.plugin.version;
  return { same, difference, sameSource, recorded, outcome };
}
