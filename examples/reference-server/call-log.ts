import type { Journal } from "@botwright/core";
import type { PageCall } from "@botwright/playground";

/** Records host calls until they are taken, each with its time. Nothing is kept for a replay. */
export interface CallLog {
  readonly journal: Journal;
  /** The host calls of one plugin at one message, in order. */
  take(messageId: string, plugin: string): PageCall[];
}

interface OpenCall extends PageCall {
  readonly started: number;
}

/** Makes an empty {@link CallLog}. */
export function createCallLog(): CallLog {
  const runs = new Map<string, Map<number, OpenCall>>();
  return {
    journal: {
      async begin({ callId, sequence, operation, args }) {
        const calls = runs.get(callId) ?? new Map<number, OpenCall>();
        runs.set(callId, calls);
        calls.set(sequence, { operation, args, started: performance.now() });
      },
      async settle(callId, sequence, outcome) {
        const calls = runs.get(callId);
        const call = calls?.get(sequence);
        if (call === undefined) return;
        calls?.set(sequence, { ...call, outcome, ms: performance.now() - call.started });
      },
      read: async () => [],
    },
    take(messageId, plugin) {
      // Ids of calls begin with the bot's.
      const callId = [...runs.keys()].find((id) => id.endsWith(`/${messageId}/${plugin}`)) ?? "";
      const calls = runs.get(callId);
      runs.delete(callId);
      return [...(calls?.values() ?? [])];
    },
  };
}
