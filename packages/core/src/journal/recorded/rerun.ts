import { methodsOf } from "../../calls/find-operation.ts";
import { createMemoryStorage } from "../../memory/storage.ts";
import { createBot } from "../../runtime/create-bot.ts";
import { assertHandlerResult, INVALID_RESULT } from "../../runtime/run/handler-result.ts";
import {
  unavailableAIService,
  unavailableSearchService,
} from "../../runtime/run/unavailable-services.ts";
import { withUpdate } from "../../rules/storage/with-update.ts";
import type { PlatformAdapter } from "../../ports/adapter.ts";
import type { HostOperation } from "../../calls/operations.ts";
import type { Plugin, PluginCall } from "../../ports/plugin.ts";
import type { SingleHandlerContext } from "../../types/context.ts";
import type { ParsedMessage } from "../../types/message.ts";
import { describeError } from "../../rules/errors/describe-error.ts";
import type { PluginRun } from "../../runtime/results.ts";
import type { RecordedRun } from "./record.ts";
import { createReplay, type ReplayDifference } from "./replay.ts";
import { openCutOff } from "./cut-off.ts";
import { doInSteps } from "../../rules/steps.ts";
import { standInSteps } from "../secrets/placeholders.ts";

/** How a rerun differs from its record. */
export type RunDifference =
  | ReplayDifference
  /** The rerun makes the same calls, but ends otherwise. */
  | {
      readonly kind: "outcome";
      readonly recorded: RecordedRun["outcome"];
      readonly now: RecordedRun["outcome"];
    };

/** Options of {@link rerunRecord}. */
export interface RerunOptions {
  /** Called for each recorded host call when the rerun makes it, or makes another call in its place. */
  readonly onCall?: (call: RecordedRun["calls"][number]) => void | Promise<void>;
  /**
   * Called for each host call of the rerun, before it is answered; `answered` is the message of the rerun, with
   * placeholders instead of secrets.
   */
  readonly onRequest?: (
    operation: HostOperation,
    args: readonly unknown[],
    answered: ParsedMessage,
  ) => void;
  /** See {@link createReplay}. @default none */
  readonly tolerates?: (operation: HostOperation) => boolean;
  /** Whether to end the rerun at its first difference that is not tolerated. @default false */
  readonly endsAtDifference?: boolean;
}

/** The result of a rerun. */
export interface Rerun {
  /** Whether calls, arguments and outcome were the same, and, for the same source, gas and memory too. */
  readonly same: boolean;
  /** The first difference. */
  readonly difference: RunDifference | undefined;
  /** All known differences: after one that is not tolerated, the rest of the run cannot be compared. */
  readonly differences: readonly RunDifference[];
  /** Whether the source is the same as when the run was recorded. */
  readonly sameSource: boolean;
  readonly outcome: RecordedRun["outcome"];
  /** Whether `endsAtDifference` ended the rerun before its handler had ended. */
  readonly isCutShort: boolean;
}

/** A plugin of either variant. */
export interface RerunPlugin extends Pick<Plugin, "version"> {
  handler(context: SingleHandlerContext, call: PluginCall): Promise<unknown>;
}

/**
 * Runs a sandboxed plugin again with the answers of a record: nothing is sent, requested or charged. The plugin gets
 * placeholders instead of the secrets, which a record does not contain.
 *
 * @example
 * const plugin = await sandbox.load(source);
 * const { same, difference } = await rerunRecord(parseRecordedRun(text), plugin);
 */
export async function rerunRecord(
  recorded: RecordedRun,
  plugin: RerunPlugin,
  options: RerunOptions = {},
): Promise<Rerun> {
  const { onCall, onRequest, tolerates, endsAtDifference = false } = options;
  const given = await doInSteps(standInSteps(recorded, recorded.secrets ?? []));
  const aborter = new AbortController();
  let isCutShort = false;
  using cutOff = openCutOff(given, aborter);
  const rerun = await createReplay(given.calls, {
    ...(tolerates !== undefined && { tolerates }),
    ...(cutOff && { unanswered: cutOff.ended }),
    onDifference() {
      if (!endsAtDifference || aborter.signal.aborted) return;
      isCutShort = true;
      aborter.abort();
    },
  });
  let usage: PluginRun["usage"];
  let sequence = 0;
  const call: PluginCall = {
    id: given.callId,
    signal: aborter.signal,
    onUsage: (used) => (usage = used),
    async intercept(operation, args, execute, intercepted) {
      const entry = given.calls[sequence++];
      onRequest?.(operation, args, given.context.msg);
      if (entry !== undefined) await onCall?.(entry);
      if (cutOff?.note(sequence) === true) return cutOff.ended;
      const answering = rerun.intercept(operation, args, execute, intercepted);
      void answering.catch(() => {}).then(() => cutOff?.note(sequence));
      return answering;
    },
  };
  cutOff?.note(sequence);
  const ended = await endOf(() => plugin.handler(contextOf(given), call));
  const outcome = { ...ended, ...(usage && { usage }) };
  const sameSource = plugin.version === recorded.plugin.version;
  const differences: RunDifference[] = isCut(recorded.outcome, outcome)
    ? rerun.differences().filter(({ kind }) => kind === "changed-call")
    : [...rerun.differences()];
  if (!isCutShort && differences.length === 0 && !isSameOutcome(recorded, outcome, sameSource)) {
    differences.push({ kind: "outcome", recorded: recorded.outcome, now: outcome });
  }
  const [difference] = differences;
  const same = difference === undefined && !isCutShort;
  return { same, difference, differences, sameSource, outcome, isCutShort };
}

async function endOf(
  run: () => Promise<unknown>,
): Promise<Pick<RecordedRun["outcome"], "status" | "error">> {
  try {
    const { handled } = assertHandlerResult(await run());
    return { status: handled ? "handled" : "passed" };
  } catch (thrown) {
    const error = describeError(thrown);
    if (error.code === INVALID_RESULT) return { status: "invalid" };
    return { status: "failed", error };
  }
}

function isSameOutcome(
  { outcome: recorded, secrets }: RecordedRun,
  now: RecordedRun["outcome"],
  sameSource: boolean,
): boolean {
  if (recorded.status !== now.status || recorded.error?.code !== now.error?.code) return false;
  // Usage is not compared where a placeholder may differ in length from its secret, nor where a limit or a deadline
  // ended the call in the middle of its work.
  const isComparable = sameSource && secrets === undefined && hasEndedItself(now);
  if (!isComparable || recorded.usage === undefined || now.usage === undefined) return true;
  const [before, after] = [recorded.usage, now.usage];
  return before.gas === after.gas && before.memoryBytes === after.memoryBytes;
}

/**
 * Whether both runs were ended by the same limit. Then it depends on timing which last calls, whose answers the
 * handler did not wait for, each run has made.
 */
function isCut(recorded: RecordedRun["outcome"], now: RecordedRun["outcome"]): boolean {
  return !hasEndedItself(now) && recorded.error?.code === now.error?.code;
}

/** Whether the handler has returned or thrown. */
function hasEndedItself({ status, error }: RecordedRun["outcome"]): boolean {
  return status !== "failed" || error?.code === "PLUGIN_ERROR";
}

/** The recorded context. Its services are never called, because the record answers all host calls. */
function contextOf({ context, platform, variant }: RecordedRun): SingleHandlerContext {
  const { msg, mediaBuffer, ...rest } = context;
  const storage = createMemoryStorage().open(rest.userId, "");
  // Removed, because `forEffect` would return a storage whose operations are not refused.
  delete storage.forEffect;
  const recorded: SingleHandlerContext = {
    ...rest,
    msg,
    bot: createBot(silentAdapter(platform), { variant }),
    mediaBuffer: mediaBuffer === null ? null : Buffer.from(mediaBuffer),
    quotedMessage: msg.quotedMessage ?? null,
    messageId: msg.messageId,
    storage: withUpdate(refused(storage, "storage.")),
  };
  if (variant === "single") return recorded;
  const services = {
    aiService: refused(unavailableAIService, "aiService."),
    searchService: refused(unavailableSearchService, "searchService."),
    ...refused({ getPlatformCreds: async () => null }, ""),
  };
  return { ...recorded, ...services };
}

/** Copies a service, with each of its operations replaced by one that rejects. */
function refused<Service extends object>(service: Service, prefix: string): Service {
  const copy = { ...service };
  for (const { method } of methodsOf(prefix)) {
    if (method in service) Reflect.set(copy, method, refuse);
  }
  return copy;
}

function silentAdapter(platform: PlatformAdapter["platform"]): PlatformAdapter {
  return {
    platform,
    capabilities: {
      receive: [],
      send: [],
      typing: false,
      quotes: false,
      transcription: false,
      idempotency: false,
      textLimits: [],
      mediaLimits: {},
    },
    start: refuse,
    stop: refuse,
    sendText: refuse,
    download: refuse,
    downloadRaw: refuse,
  };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("A replay does nothing but read its record"));
}
