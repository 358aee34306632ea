import {
  type DispatchResult,
  type SingleHandlerContext,
  type IncomingMessage,
  type Journal,
  type JournalEntry,
  type Platform,
  type RecordedRun,
  isSend,
} from "@botwright/core";
import { toRecordedRun } from "@botwright/harness";
import type { SentMessage } from "@botwright/harness";
import type { PageActivity, PageCall, PageLog } from "@botwright/playground";
import { type OnDevEvent, sumUsage } from "./events.ts";
import { createObservedJournal } from "./journal.ts";

/** Turns what happens on all platforms into events, and keeps the newest run. */
export interface Observer {
  readonly journal: Journal;
  readonly onCall: (callId: string, context: SingleHandlerContext, version: string) => void;
  /** Told what a plugin has logged in a call. */
  readonly onLog: (callId: string, line: PageLog) => void;
  /** Goes around the work on one message. */
  readonly around: (
    platform: Platform,
    incoming: IncomingMessage,
    work: () => Promise<DispatchResult>,
  ) => Promise<DispatchResult>;
  /** The run of the plugin that had the last word, for `replay`. */
  readonly lastRun: () => RecordedRun | undefined;
}

/** What an observer looks at. */
export interface ObserverOptions {
  readonly onEvent: OnDevEvent;
  /** Told of each message when it is done with, in full. */
  readonly onActivity: (activity: PageActivity) => void;
  /** What the bot on a platform has sent since the last time. */
  readonly takeSent: (platform: Platform) => readonly SentMessage[];
}

/** A call of a handler while its message is worked on. */
interface OpenCall {
  readonly id: string;
  readonly context: SingleHandlerContext;
  readonly version: string;
  readonly logs: PageLog[];
  /** In the order of the answers. */
  readonly calls: PageCall[];
  credits: number;
}

/** Makes an {@link Observer}. */
export function createObserver(options: ObserverOptions): Observer {
  const { onEvent, onActivity, takeSent } = options;
  const open = new Map<string, OpenCall>();
  let last: RecordedRun | undefined;

  function tellSent(platform: Platform): void {
    for (const { to, type: kind, text, name, bytes } of takeSent(platform)) {
      onEvent({
        type: "sent",
        platform,
        to,
        kind,
        ...(text !== undefined && { text }),
        ...(name !== undefined && { name }),
        ...(bytes !== undefined && { size: bytes.length }),
      });
    }
  }

  const journal = createObservedJournal((entry, ms) => {
    const { callId, operation, args, outcome } = withoutSecrets(entry);
    const call = open.get(callId);
    // Every call begins with it, and nobody wrote it.
    if (operation === "call.start" || call === undefined || outcome === undefined) return;
    call.calls.push({ operation, args, outcome, ms });
    call.credits += creditsOf(entry);
    onEvent({ type: "call", plugin: pluginOf(callId), operation, args, outcome, ms });
    if (isSend(operation)) tellSent(call.context.bot.platform);
  });

  async function keepRun(
    calls: readonly OpenCall[],
    { runs, handledBy }: DispatchResult,
  ): Promise<void> {
    const run =
      runs.find(({ plugin }) => plugin === handledBy) ??
      runs.find(({ status }) => status === "failed") ??
      runs.at(-1);
    const call = calls.find(({ id }) => pluginOf(id) === run?.plugin);
    if (run === undefined || call === undefined) return;
    const { id: callId, context, version } = call;
    const entries = await journal.read(callId);
    last = toRecordedRun({ variant: "multi", callId, context, version, calls: entries, run });
  }

  return {
    journal,
    onCall(id, context, version) {
      open.set(id, { id, context, version, logs: [], calls: [], credits: 0 });
    },
    onLog: (callId, line) => void open.get(callId)?.logs.push(line),
    lastRun: () => last,
    async around(platform, { id, message }, work) {
      const { from, type: kind, text } = message;
      onEvent({ type: "said", platform, from, kind, text });
      const started = performance.now();
      const result = await work();
      const ms = performance.now() - started;
      const calls = [...open.values()].filter(
        (call) => call.context.bot.platform === platform && call.id.includes(`/${id}/`),
      );
      await keepRun(calls, result);
      for (const call of calls) open.delete(call.id);
      tellSent(platform);
      const { handledBy, runs } = result;
      onEvent({
        type: "turn",
        platform,
        from,
        handledBy,
        runs,
        gas: sumUsage(runs, ({ gas }) => gas),
        hostCalls: sumUsage(runs, ({ hostCalls }) => hostCalls),
        credits: calls.reduce((sum, { credits }) => sum + credits, 0),
        ms,
      });
      const details = (plugin: string): Pick<OpenCall, "logs" | "calls" | "credits"> | undefined =>
        calls.find((call) => pluginOf(call.id) === plugin);
      onActivity({
        platform,
        id,
        handledBy,
        runs: runs.map((run) => ({ ...details(run.plugin), ...run })),
      });
      return result;
    },
  };
}

/** Ids of calls end with the plugin's slug. */
function pluginOf(callId: string): string {
  return callId.slice(callId.lastIndexOf("/") + 1);
}

/** What a person may see, also over somebody's shoulder. */
function withoutSecrets(entry: JournalEntry): JournalEntry {
  const { operation, outcome } = entry;
  if (operation !== "getPlatformCreds" || outcome?.ok !== true || outcome.value === null) {
    return entry;
  }
  return { ...entry, outcome: { ...outcome, value: "credentials" } };
}

/** What a call of a model was charged. */
function creditsOf({ operation, outcome }: JournalEntry): number {
  if (operation !== "aiService.callModel" || outcome?.ok !== true) return 0;
  const { value } = outcome;
  if (typeof value !== "object" || value === null || !("credits_deducted" in value)) return 0;
  return Number(value.credits_deducted);
}
