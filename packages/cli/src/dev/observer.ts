import {
  type BotEvent,
  createEventRedactor,
  createMemoryJournal,
  isSend,
  type Journal,
  type MessageIdentity,
  type Platform,
  type PluginRun,
  type RecordedRun,
} from "@botwright/core";
import { toRecordedRun } from "@botwright/harness";
import type { SentMessage } from "@botwright/harness";
import { type OnDevEvent, sumUsage } from "./events.ts";

/** Turns what happens on all platforms into events of `dev`, and keeps the newest run. */
export interface Observer {
  readonly journal: Journal;
  /** Takes what the bot on a platform does. */
  readonly onBotEvent: (platform: Platform, event: BotEvent) => void;
  /** The run of the plugin that had the last word, for `replay`. */
  readonly lastRun: () => Promise<RecordedRun | undefined>;
}

/** What an observer looks at. */
export interface ObserverOptions {
  readonly onEvent: OnDevEvent;
  /** What the bot on a platform has sent since the last time. */
  readonly takeSent: (platform: Platform) => readonly SentMessage[];
}

type EventOf<Type extends BotEvent["type"]> = Extract<BotEvent, { readonly type: Type }>;
type RunStart = EventOf<"plugin-started">;

/** A message that is worked on. */
interface OpenMessage {
  readonly started: number;
  readonly runs: RunStart[];
}

/** Makes an {@link Observer}. */
export function createObserver(options: ObserverOptions): Observer {
  const { onEvent, takeSent } = options;
  const journal = createMemoryJournal();
  /** Keeps secrets out of what is shown, also over somebody's shoulder. */
  const redact = createEventRedactor();
  const messages = new Map<string, OpenMessage>();
  let last: { readonly start: RunStart; readonly run: PluginRun } | undefined;

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

  function onSettled(platform: Platform, event: EventOf<"host-call-settled">): void {
    const { plugin, operation, args, outcome, ms } = event;
    // Every call begins with it, and nobody wrote it.
    if (operation === "call.start" || !messages.has(keyOf(event))) return;
    onEvent({ type: "call", plugin, operation, args, outcome, ms });
    if (isSend(operation)) tellSent(platform);
  }

  function onDone(platform: Platform, event: EventOf<"message-done">): void {
    const message = messages.get(keyOf(event));
    messages.delete(keyOf(event));
    if (message === undefined) return;
    const { handledBy, runs } = event.result;
    const run =
      runs.find(({ plugin }) => plugin === handledBy) ??
      runs.find(({ status }) => status === "failed") ??
      runs.at(-1);
    const start = message.runs.find(({ plugin }) => plugin === run?.plugin);
    if (run !== undefined && start !== undefined) last = { start, run };
    tellSent(platform);
    onEvent({
      type: "turn",
      platform,
      from: event.incoming.message.from,
      handledBy,
      runs,
      gas: sumUsage(runs, ({ gas }) => gas),
      hostCalls: sumUsage(runs, ({ hostCalls }) => hostCalls),
      credits: runs.reduce((sum, { credits = 0 }) => sum + credits, 0),
      ms: performance.now() - message.started,
    });
  }

  return {
    journal,
    onBotEvent(platform, given) {
      const event = redact(given);
      if (event.type === "message-started") {
        const { from, type: kind, text } = event.incoming.message;
        messages.set(keyOf(event), { started: performance.now(), runs: [] });
        onEvent({ type: "said", platform, from, kind, text });
      }
      if (event.type === "message-failed") messages.delete(keyOf(event));
      if (event.type === "plugin-started") messages.get(keyOf(event))?.runs.push(event);
      if (event.type === "host-call-settled") onSettled(platform, event);
      if (event.type === "message-done") onDone(platform, event);
    },
    async lastRun() {
      if (last === undefined) return undefined;
      const { callId, context, meta, version } = last.start;
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
  return JSON.stringify([botDbId, messageId]);
}
