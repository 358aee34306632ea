import {
  type BotEvent,
  createBot,
  createMemoryStorage,
  type HostCallOutcome,
  type HostOperation,
  type IncomingMessage,
  type LogLine,
  type Platform,
  type PluginMeta,
  type PluginRun,
  type SingleHandlerContext,
  withUpdate,
} from "@botwright/core";
import type { ChatPage } from "@botwright/playground";
import { fakePlatform, textMessage } from "../../core/test/messages.ts";

/** A host call of a run; without an outcome it does not end. */
export interface HappeningCall {
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
  readonly outcome?: HostCallOutcome;
  readonly ms?: number;
}

/** A run, and what happens in it. */
interface HappeningRun extends Omit<PluginRun, "sends"> {
  readonly calls?: readonly HappeningCall[];
  readonly logs?: readonly LogLine[];
  readonly meta?: Partial<PluginMeta>;
  readonly config?: Record<string, unknown>;
}

/** A message, and what its bot does. */
export interface Happening {
  readonly platform: Platform;
  readonly id: string;
  readonly handledBy: string | null;
  readonly runs: readonly HappeningRun[];
}

/** A platform on which nothing is sent: the events say what would have been. */
function contextOn(platform: Platform, config: Record<string, unknown>): SingleHandlerContext {
  const { adapter } = fakePlatform({ platform });
  return {
    bot: createBot(adapter),
    msg: textMessage(),
    config,
    botDbId: 1,
    userId: 1,
    storage: withUpdate(createMemoryStorage().open(1, "plugin")),
    mediaBuffer: null,
    quotedMessage: null,
    messageId: 7,
  };
}

/** Lets the page see the events of a message, as a runtime would give them. */
export function happen(page: ChatPage, { platform, id, handledBy, runs }: Happening): void {
  const emit = (event: BotEvent): void => page.onEvent(platform, event);
  const incoming: IncomingMessage = { id, message: textMessage() };
  const message = { botDbId: 1, messageId: id };
  const ended: PluginRun[] = [];
  emit({ type: "message-accepted", ...message, incoming });
  emit({ type: "message-started", ...message, incoming });
  for (const { calls = [], logs = [], meta, config = {}, ...rest } of runs) {
    const { plugin } = rest;
    const about = { ...message, plugin };
    const context = contextOn(platform, config);
    emit({
      type: "plugin-started",
      ...about,
      callId: plugin,
      meta: { ...meta, slug: plugin },
      version: "",
      context,
    });
    for (const line of logs) emit({ type: "log", ...about, ...line });
    for (const [sequence, { operation, args, outcome, ms = 0 }] of calls.entries()) {
      const call = { ...about, sequence, operation, args };
      emit({ type: "host-call-begun", ...call });
      if (outcome !== undefined) emit({ type: "host-call-settled", ...call, outcome, ms });
    }
    const run = { sends: 0, ...rest };
    ended.push(run);
    emit({ type: "plugin-ended", ...about, run });
  }
  emit({ type: "message-done", ...message, incoming, result: { handledBy, runs: ended } });
}
