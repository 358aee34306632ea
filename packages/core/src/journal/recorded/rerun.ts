import { methodsOf } from "../../calls/find-operation.ts";
import { createMemoryStorage } from "../../memory/storage.ts";
import { createBot } from "../../runtime/create-bot.ts";
import { assertHandlerResult, INVALID_RESULT } from "../../runtime/run/handler-result.ts";
import {
  unavailableAIService,
  unavailableSearchService,
} from "../../runtime/run/unavailable-services.ts";
import { withUpdate } from "../../rules/storage/update-value.ts";
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
  /** It asks for the same, but ends otherwise. */
  | {
      readonly kind: "outcome";
      readonly recorded: RecordedRun["outcome"];
      readonly now: RecordedRun["outcome"];
    };

/** Options of {@link rerunRecord}. */
export interface RerunOptions {
  /** Called for each recorded host call when the rerun requests it or another one in its place. */
  readonly onCall?: (call: RecordedRun["calls"][number]) => void | Promise<void>;
  /**
   * Called for each host call that the rerun requests, before it is answered; `answered` is the message as the rerun has
   * it, with placeholders in the place of secrets.
   */
  readonly onRequest?: (
    operation: HostOperation,
    args: readonly unknown[],
    answered: ParsedMessage,
  ) => void;
  /** See {@link createReplay}. @default none */
  readonly tolerates?: (operation: HostOperation) => boolean;
  /** Ends the rerun with its first difference that is not tolerated. @default false */
  readonly endsAtDifference?: boolean;
}

/** The result of a rerun. */
export interface Rerun {
  /** Whether the rerun was the same: calls, arguments, outcome, and of the same source gas and memory too. */
  readonly same: boolean;
  /** The first difference. */
  readonly difference: RunDifference | undefined;
  /** All that are known: after one that is not tolerated, the rest of the run cannot be compared. */
  readonly differences: readonly RunDifference[];
  /** The same source as when it was recorded. */
  readonly sameSource: boolean;
  readonly outcome: RecordedRun["outcome"];
  /** Whether the rerun was ended before its handler was, by `endsAtDifference`. */
  readonly isCutShort: boolean;
}

/** A plugin of either variant. */
export interface RerunPlugin extends Pick<Plugin, "version"> {
  handler(context: SingleHandlerContext, call: PluginCall): Promise<unknown>;
}

/**
 * Runs a sandboxed plugin again on a record: nothing is sent, requested or charged. In the place of the
 * secrets, which a record does not have, are placeholders.
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
  // A placeholder may be longer or shorter than the secret that it replaces. Where a call was ended from outside, by
  // a limit or its deadline, it was in the middle of something.
  const isComparable = sameSource && secrets === undefined && hasEndedItself(now);
  if (!isComparable || recorded.usage === undefined || now.usage === undefined) return true;
  const [before, after] = [recorded.usage, now.usage];
  return before.gas === after.gas && before.memoryBytes === after.memoryBytes;
}

/**
 * Whether both runs were ended by the same limit: what each had asked for last, and nobody waited for, is then a matter
 * of time.
 */
function isCut(recorded: RecordedRun["outcome"], now: RecordedRun["outcome"]): boolean {
  return !hasEndedItself(now) && recorded.error?.code === now.error?.code;
}

/** Whether the handler has returned or thrown. */
function hasEndedItself({ status, error }: RecordedRun["outcome"]): boolean {
  return status !== "failed" || error?.code === "PLUGIN_ERROR";
}

/** The recorded context. Its services are never called: the record answers. */
function contextOf({ context, platform, variant }: RecordedRun): SingleHandlerContext {
  const { msg, mediaBuffer, ...rest } = context;
  const storage = createMemoryStorage().open(rest.userId, "");
  // Without the way to perform an effect once, which would lead around the refusals.
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

/** The service, with each operation that the table has of it refused. */
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
