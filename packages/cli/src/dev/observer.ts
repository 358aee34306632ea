import {
  type DispatchResult,
  type HandlerContext,
  type IncomingMessage,
  type Journal,
  type JournalEntry,
  type Platform,
  type RecordedRun,
  SEND_OPERATIONS,
} from "@botwright/core";
import { toRecordedRun } from "@botwright/harness";
import type { SentMessage } from "@botwright/simulators";
import { type OnDevEvent, sumUsage } from "./events.ts";
import { createToldJournal } from "./journal.ts";

/** Turns what happens on all platforms into events, and keeps the newest run. */
export interface Observer {
  readonly journal: Journal;
  readonly onCall: (callId: string, context: HandlerContext, version: string) => void;
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
  /** What the bot on a platform has sent since the last time. */
  readonly takeSent: (platform: Platform) => readonly SentMessage[];
}

interface ObservedCall {
  readonly context: HandlerContext;
  readonly version: string;
}

/** Makes an {@link Observer}. */
export function createObserver({ onEvent, takeSent }: ObserverOptions): Observer {
  /** By call; those of one message only. */
  const observed = new Map<string, ObservedCall>();
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

  const journal = createToldJournal((entry, ms) => {
    const { callId, operation, args, outcome } = entry;
    const call = observed.get(callId);
    // Every call begins with it, and nobody wrote it.
    if (operation === "call.start" || call === undefined || outcome === undefined) return;
    const plugin = callId.slice(callId.lastIndexOf("/") + 1);
    onEvent({ type: "call", plugin, operation, args, outcome, ms });
    if (SEND_OPERATIONS.has(operation)) tellSent(call.context.bot.platform);
  });

  async function keepRun(
    callIds: readonly string[],
    { runs, handledBy }: DispatchResult,
  ): Promise<void> {
    const run =
      runs.find(({ plugin }) => plugin === handledBy) ??
      runs.find(({ status }) => status === "failed") ??
      runs.at(-1);
    const callId = callIds.find((id) => id.endsWith(`/${run?.plugin}`));
    const call = callId === undefined ? undefined : observed.get(callId);
    if (run === undefined || callId === undefined || call === undefined) return;
    const calls = await journal.read(callId);
    last = toRecordedRun({ ...call, variant: "multi", callId, calls, run });
  }

  return {
    journal,
    onCall: (callId, context, version) => observed.set(callId, { context, version }),
    lastRun: () => last,
    async around(platform, { id, message }, work) {
      const { from, type: kind, text } = message;
      onEvent({ type: "said", platform, from, kind, text });
      const started = performance.now();
      const result = await work();
      const callIds = [...observed].flatMap(([callId, { context }]) =>
        context.bot.platform === platform && callId.includes(`/${id}/`) ? [callId] : [],
      );
      const calls = (await Promise.all(callIds.map((callId) => journal.read(callId)))).flat();
      await keepRun(callIds, result);
      for (const callId of callIds) observed.delete(callId);
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
        credits: calls.reduce((sum, call) => sum + creditsOf(call), 0),
        ms: performance.now() - started,
      });
      return result;
    },
  };
}

/** What a call of a model was charged. */
function creditsOf({ operation, outcome }: JournalEntry): number {
  if (operation !== "aiService.callModel" || outcome?.ok !== true) return 0;
  const { value } = outcome;
  if (typeof value !== "object" || value === null || !("credits_deducted" in value)) return 0;
  return Number(value.credits_deducted);
}
