import { readFile } from "node:fs/promises";
import {
  type AIService,
  createBot,
  createReplay,
  describeError,
  type Logger,
  parseRecordedRun,
  type PlatformAdapter,
  type Plugin,
  type PluginCall,
  type PluginRun,
  type RecordedRun,
  type ReplayDifference,
  assertHandlerResult,
  silentLogger,
  standInFor,
  type SingleHandlerContext,
  withUpdate,
} from "@botwright/core";
import { loadInSandbox, type PluginInput, readPlugin } from "./load-plugin.ts";
import { HarnessError } from "./errors.ts";
import { acquireSharedSandbox } from "./shared-sandbox.ts";
import { capabilitiesOf } from "./capabilities.ts";

/** How a rerun differs from its record. */
export type RunDifference =
  | ReplayDifference
  /** It asks for the same, but ends otherwise. */
  | {
      readonly kind: "outcome";
      readonly recorded: RecordedRun["outcome"];
      readonly now: RecordedRun["outcome"];
    };

/** The result of a rerun. */
export interface ReplayReport {
  /** Whether the rerun was the same: calls, arguments, outcome, and of the same source gas and memory too. */
  readonly same: boolean;
  readonly difference: RunDifference | undefined;
  /** The same source as when it was recorded. */
  readonly sameSource: boolean;
  readonly recorded: RecordedRun;
  readonly outcome: RecordedRun["outcome"];
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
  const given = standInFor(recorded, recorded.secrets ?? []);
  const source = await readPlugin(plugin);
  if (source === undefined) {
    throw new HarnessError("NEEDS_SANDBOX", "Only a plugin's file or source can be replayed");
  }
  await using borrowed = acquireSharedSandbox();
  const { sandbox } = borrowed;
  const loaded: ReplayedPlugin = await loadInSandbox(source, {
    sandbox,
    fetch: refuse,
    limits: {},
    logger,
    defaultSlug: recorded.plugin.slug,
  });
  const rerun = await createReplay(given.calls);
  let usage: PluginRun["usage"];
  let sequence = 0;
  const call: PluginCall = {
    id: given.callId,
    onUsage: (used) => (usage = used),
    async intercept(operation, args, execute, onSettled) {
      const entry = given.calls[sequence++];
      if (entry !== undefined) await onCall?.(entry);
      return rerun.intercept(operation, args, execute, onSettled);
    },
  };
  const ended = await endOf(() => loaded.handler(contextOf(given), call));
  const outcome = { ...ended, ...(usage && { usage }) };
  const sameSource = source.version === recorded.plugin.version;
  const difference =
    rerun.difference() ??
    (isSameOutcome(recorded.outcome, outcome, sameSource, recorded.secrets !== undefined)
      ? undefined
      : { kind: "outcome" as const, recorded: recorded.outcome, now: outcome });
  return { same: difference === undefined, difference, sameSource, recorded, outcome };
}

/** A plugin of either variant. */
interface ReplayedPlugin extends Omit<Plugin, "handler"> {
  handler(context: SingleHandlerContext, call: PluginCall): Promise<unknown>;
}

async function endOf(
  run: () => Promise<unknown>,
): Promise<Pick<RecordedRun["outcome"], "status" | "error">> {
  try {
    const { handled } = assertHandlerResult(await run());
    return { status: handled ? "handled" : "passed" };
  } catch (thrown) {
    const error = describeError(thrown);
    if (error.code === "PLUGIN_INVALID_RESULT") return { status: "invalid" };
    return { status: "failed", error };
  }
}

function isSameOutcome(
  recorded: RecordedRun["outcome"],
  now: RecordedRun["outcome"],
  sameSource: boolean,
  hasSecrets: boolean,
): boolean {
  if (recorded.status !== now.status || recorded.error?.code !== now.error?.code) return false;
  // A placeholder may be longer or shorter than the secret that it replaces.
  if (!sameSource || hasSecrets || recorded.usage === undefined || now.usage === undefined) {
    return true;
  }
  const [before, after] = [recorded.usage, now.usage];
  return before.gas === after.gas && before.memoryBytes === after.memoryBytes;
}

/** The recorded context. Its services are never called: the record answers. */
function contextOf({ context, platform, variant }: RecordedRun): SingleHandlerContext {
  const { msg, mediaBuffer, ...rest } = context;
  const adapter: PlatformAdapter = {
    platform,
    capabilities: capabilitiesOf(platform),
    start: refuse,
    stop: refuse,
    sendText: refuse,
    download: refuse,
    downloadRaw: refuse,
  };
  const recorded: SingleHandlerContext = {
    ...rest,
    msg,
    bot: createBot(adapter, { variant }),
    mediaBuffer: mediaBuffer === null ? null : Buffer.from(mediaBuffer),
    quotedMessage: msg.quotedMessage ?? null,
    messageId: msg.messageId,
    storage: withUpdate({
      get: refuse,
      set: refuse,
      compareAndSet: refuse,
      delete: refuse,
      keys: refuse,
      clear: refuse,
    }),
  };
  if (variant === "single") return recorded;
  const aiService: AIService = {
    callModel: refuse,
    getModelsByCategory: refuse,
    getModelInfo: refuse,
    isFreeModel: refuse,
    getImageUsageToday: refuse,
    getFreeImageQuota: refuse,
  };
  const services = { aiService, searchService: { search: refuse }, getPlatformCreds: refuse };
  return { ...recorded, ...services };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("A replay does nothing but read its record"));
}
