import {
  type BotEvent,
  createEventRedactor,
  createMemoryJournal,
  isSend,
  type Journal,
  type MessageIdentity,
  type Platform,
} from "@botwright/core";
import type { SentMessage } from "@botwright/harness";
import { type OnDevEvent, sumUsage } from "./events.ts";

/** Converts the events of all platforms' bots to events of `dev`. */
export interface Observer {
  readonly journal: Journal;
  /** Receives an event of the bot on a platform. */
  readonly onBotEvent: (platform: Platform, event: BotEvent) => void;
}

/** Options of {@link createObserver}. */
export interface ObserverOptions {
  readonly onEvent: OnDevEvent;
  /** Returns what the bot on a platform has sent since the last call. */
  readonly takeSent: (platform: Platform) => readonly SentMessage[];
  /** Called with each message that a bot sends. */
  readonly onSent: (platform: Platform, sent: SentMessage) => void;
}

type EventOf<Type extends BotEvent["type"]> = Extract<BotEvent, { readonly type: Type }>;

/** Makes an {@link Observer}. */
export function createObserver(options: ObserverOptions): Observer {
  const { onEvent, takeSent, onSent } = options;
  const journal = createMemoryJournal();
  /** Removes secrets from the shown values. */
  const redact = createEventRedactor();
  /** When the bot started to handle each message. */
  const messages = new Map<string, number>();

  function tellSent(platform: Platform): void {
    for (const sent of takeSent(platform)) {
      const { to, type: kind, text, name, bytes } = sent;
      onSent(platform, sent);
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
    // Every run starts with this operation, which creates its time and seed; the plugin did not call
    // it.
    if (operation === "call.start" || !messages.has(keyOf(event))) return;
    onEvent({ type: "call", plugin, operation, args, outcome, ms });
    if (isSend(operation)) tellSent(platform);
  }

  function onDone(platform: Platform, event: EventOf<"message-done">): void {
    const started = messages.get(keyOf(event));
    messages.delete(keyOf(event));
    if (started === undefined) return;
    const { handledBy, runs } = event.result;
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
      ms: performance.now() - started,
    });
  }

  return {
    journal,
    onBotEvent(platform, given) {
      const event = redact(given);
      if (event.type === "message-started") {
        const { from, type: kind, text } = event.incoming.message;
        messages.set(keyOf(event), performance.now());
        onEvent({ type: "said", platform, from, kind, text });
      }
      if (event.type === "message-failed") messages.delete(keyOf(event));
      if (event.type === "log" && event.plugin !== undefined) {
        const { level, message, fields, plugin } = event;
        onEvent({ type: "log", level, text: message, fields: { ...fields, plugin } });
      }
      if (event.type === "host-call-settled") onSettled(platform, event);
      if (event.type === "message-done") onDone(platform, event);
    },
  };
}

function keyOf({ botDbId, messageId }: MessageIdentity): string {
  return JSON.stringify([botDbId, messageId]);
}
