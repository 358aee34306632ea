import {
  type BotEvent,
  createEventRedactor,
  createMemoryJournal,
  isSend,
  type Journal,
  type MessageIdentity,
  type Platform,
  type PluginRun,
  readRun,
  type RecordedRun,
} from "@botwright/core";
import { toRecordedRun } from "@botwright/harness";
import type { SentMessage } from "@botwright/harness";
import { type OnDevEvent, sumUsage } from "./events.ts";

/** Turns the events of all platforms' bots into events of `dev`, and keeps the newest run. */
export interface Observer {
  readonly journal: Journal;
  /** Receives an event of the bot on a platform. */
  readonly onBotEvent: (platform: Platform, event: BotEvent) => void;
  /**
   * A run of the newest message, for `replay`: of the plugin that handled it, else of one that
   * failed, else of the last one.
   */
  readonly lastRun: () => Promise<RecordedRun | undefined>;
}

/** Options of {@link createObserver}. */
export interface ObserverOptions {
  readonly onEvent: OnDevEvent;
  /** Returns what the bot on a platform has sent since the last call. */
  readonly takeSent: (platform: Platform) => readonly SentMessage[];
}

type EventOf<Type extends BotEvent["type"]> = Extract<BotEvent, { readonly type: Type }>;
type RunStart = EventOf<"plugin-started">;

/** A message that is being handled. */
interface OpenMessage {
  readonly started: number;
  readonly runs: RunStart[];
}

/** Makes an {@link Observer}. */
export function createObserver(options: ObserverOptions): Observer {
  const { onEvent, takeSent } = options;
  const journal = createMemoryJournal();
  /** Removes secrets from what is shown. */
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
    // Every run starts with this operation, which draws its time and seed; the plugin did not ask
    // for it.
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
      const calls = await readRun(journal, callId);
      return toRecordedRun({
        variant: "multi",
        callId,
        context,
        version,
        meta,
        ...calls,
        run: last.run,
      });
    },
  };
}

function keyOf({ botDbId, messageId }: MessageIdentity): string {
  return JSON.stringify([botDbId, messageId]);
}
