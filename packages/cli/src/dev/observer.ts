import {
  type BotEvent,
  callIdOf,
  createMemoryJournal,
  createRedactor,
  type HostCallEnd,
  isSend,
  type Journal,
  type MessageIdentity,
  type Platform,
  type PluginMeta,
  type PluginRun,
  type RecordedRun,
  type Redactor,
  type SingleHandlerContext,
} from "@botwright/core";
import { toRecordedRun } from "@botwright/harness";
import type { SentMessage } from "@botwright/harness";
import type { PageActivity, PageCall, PageLog } from "@botwright/playground";
import { type OnDevEvent, sumUsage } from "./events.ts";

/** Turns what happens on all platforms into events of `dev`, and keeps the newest run. */
export interface Observer {
  readonly journal: Journal;
  /** Takes what the bot on a platform does. */
  readonly onBotEvent: (platform: Platform, event: BotEvent) => void;
  /** Called with what a plugin has logged in a call. */
  readonly onLog: (callId: string, line: PageLog) => void;
  /** The run of the plugin that had the last word, for `replay`. */
  readonly lastRun: () => Promise<RecordedRun | undefined>;
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
  readonly meta: PluginMeta;
  /** Keeps secrets out of what is shown, also over somebody's shoulder. */
  readonly redactor: Redactor;
  readonly logs: PageLog[];
  /** In the order of the answers. */
  readonly calls: PageCall[];
  credits: number;
}

/** A message that is worked on. */
interface OpenMessage {
  readonly started: number;
  readonly calls: OpenCall[];
}

/** Makes an {@link Observer}. */
export function createObserver(options: ObserverOptions): Observer {
  const { onEvent, onActivity, takeSent } = options;
  const journal = createMemoryJournal();
  const messages = new Map<string, OpenMessage>();
  const calls = new Map<string, OpenCall>();
  let last: { readonly call: OpenCall; readonly run: PluginRun } | undefined;

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

  function onCallStarted(event: Extract<BotEvent, { type: "plugin-started" }>): void {
    const { callId: id, plugin, context, meta, version } = event;
    const redactor = createRedactor();
    redactor.addConfig(meta, context.config);
    const call = {
      id,
      plugin,
      context,
      version,
      meta,
      redactor,
      logs: [],
      calls: [],
      credits: 0,
    };
    calls.set(id, call);
    messages.get(keyOf(event))?.calls.push(call);
  }

  function onSettled({ operation, args, outcome, ms, ...identity }: HostCallSettled): void {
    const call = calls.get(callIdOf(identity));
    // Every call begins with it, and nobody wrote it.
    if (operation === "call.start" || call === undefined) return;
    call.redactor.addOutcome({ operation, args }, outcome);
    const shown = call.redactor.redact({ operation, args, outcome, ms });
    call.calls.push(shown);
    call.credits += creditsOf(operation, outcome);
    onEvent({ type: "call", plugin: identity.plugin, ...shown });
    if (isSend(operation)) tellSent(call.context.bot.platform);
  }

  function onDone(platform: Platform, event: Extract<BotEvent, { type: "message-done" }>): void {
    const message = messages.get(keyOf(event));
    messages.delete(keyOf(event));
    if (message === undefined) return;
    const { handledBy, runs } = event.result;
    const ofPlugin = (plugin: string): OpenCall | undefined =>
      message.calls.find((call) => call.plugin === plugin);
    const run =
      runs.find(({ plugin }) => plugin === handledBy) ??
      runs.find(({ status }) => status === "failed") ??
      runs.at(-1);
    const call = run && ofPlugin(run.plugin);
    if (run !== undefined && call !== undefined) last = { call, run };
    for (const { id } of message.calls) calls.delete(id);
    tellSent(platform);
    onEvent({
      type: "turn",
      platform,
      from: event.incoming.message.from,
      handledBy,
      runs,
      gas: sumUsage(runs, ({ gas }) => gas),
      hostCalls: sumUsage(runs, ({ hostCalls }) => hostCalls),
      credits: message.calls.reduce((sum, { credits }) => sum + credits, 0),
      ms: performance.now() - message.started,
    });
    onActivity({
      platform,
      id: event.messageId,
      handledBy,
      runs: runs.map((one) => {
        const { logs = [], calls: asked = [], credits = 0 } = ofPlugin(one.plugin) ?? {};
        return { logs, calls: asked, credits, ...one };
      }),
    });
  }

  return {
    journal,
    onBotEvent(platform, event) {
      if (event.type === "message-started") {
        const { from, type: kind, text } = event.incoming.message;
        messages.set(keyOf(event), { started: performance.now(), calls: [] });
        onEvent({ type: "said", platform, from, kind, text });
      }
      if (event.type === "plugin-started") onCallStarted(event);
      if (event.type === "host-call-settled") onSettled(event);
      if (event.type === "message-done") onDone(platform, event);
    },
    onLog: (callId, line) => void calls.get(callId)?.logs.push(line),
    async lastRun() {
      if (last === undefined) return undefined;
      const { id: callId, context, meta, version } = last.call;
      const entries = await journal.read(callId);
      return toRecordedRun({
        variant: "multi",
        callId,
        context,
        version,
        meta,
        calls: entries,
        run: last.run,
      });
    },
  };
}

function keyOf({ botDbId, messageId }: MessageIdentity): string {
  return `${botDbId}/${messageId}`;
}

type HostCallSettled = Extract<BotEvent, { type: "host-call-settled" }>;

/** What a call of a model was charged. */
function creditsOf(operation: string, outcome: HostCallEnd): number {
  if (operation !== "aiService.callModel" || !outcome.ok) return 0;
  const { value } = outcome;
  if (typeof value !== "object" || value === null || !("credits_deducted" in value)) return 0;
  return Number(value.credits_deducted);
}
