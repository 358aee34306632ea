import {
  type BotEvent,
  callIdOf,
  createMemoryJournal,
  type HostCallEnd,
  type DispatchResult,
  type IncomingMessage,
  isSend,
  type Journal,
  type OnBotEvent,
  type Platform,
  type RecordedRun,
  type SingleHandlerContext,
} from "@botwright/core";
import { toRecordedRun } from "@botwright/harness";
import type { SentMessage } from "@botwright/simulators";
import type { PageActivity, PageCall, PageLog } from "@botwright/simulators/page";
import { type OnDevEvent, sumUsage } from "./events.ts";

/** Turns what happens on all platforms into events, and keeps the newest run. */
export interface Observer {
  readonly journal: Journal;
  /** Takes what the dispatchers tell. */
  readonly onBotEvent: OnBotEvent;
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
  readonly plugin: string;
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

  const journal = createMemoryJournal();

  function onSettled({ operation, args, outcome, ms, ...identity }: HostCallSettled): void {
    const call = open.get(callIdOf(identity));
    // Every call begins with it, and nobody wrote it.
    if (operation === "call.start" || call === undefined) return;
    const shown = { operation, args, outcome: withoutSecrets(operation, outcome), ms };
    call.calls.push(shown);
    call.credits += creditsOf(operation, outcome);
    onEvent({ type: "call", plugin: identity.plugin, ...shown });
    if (isSend(operation)) tellSent(call.context.bot.platform);
  }

  async function keepRun(
    calls: readonly OpenCall[],
    { runs, handledBy }: DispatchResult,
  ): Promise<void> {
    const run =
      runs.find(({ plugin }) => plugin === handledBy) ??
      runs.find(({ status }) => status === "failed") ??
      runs.at(-1);
    const call = calls.find(({ plugin }) => plugin === run?.plugin);
    if (run === undefined || call === undefined) return;
    const { id: callId, context, version } = call;
    const entries = await journal.read(callId);
    last = toRecordedRun({ variant: "multi", callId, context, version, calls: entries, run });
  }

  return {
    journal,
    onBotEvent(event) {
      if (event.type === "plugin-started") {
        const { callId: id, plugin, context, version } = event;
        open.set(id, { id, plugin, context, version, logs: [], calls: [], credits: 0 });
      } else if (event.type === "host-call-settled") onSettled(event);
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
        calls.find((call) => call.plugin === plugin);
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

type HostCallSettled = Extract<BotEvent, { type: "host-call-settled" }>;

/** What a person may see, also over somebody's shoulder. */
function withoutSecrets(operation: string, outcome: HostCallEnd): HostCallEnd {
  if (operation !== "getPlatformCreds" || !outcome.ok || outcome.value === null) return outcome;
  return { ok: true, value: "credentials" };
}

/** What a call of a model was charged. */
function creditsOf(operation: string, outcome: HostCallEnd): number {
  if (operation !== "aiService.callModel" || !outcome.ok) return 0;
  const { value } = outcome;
  if (typeof value !== "object" || value === null || !("credits_deducted" in value)) return 0;
  return Number(value.credits_deducted);
}
