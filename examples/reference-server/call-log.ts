import type { BotEvent, OnBotEvent } from "@botwright/core";
import type { PageCall } from "@botwright/playground";

/** Keeps host calls until they are taken, each with its time. */
export interface CallLog {
  readonly onEvent: OnBotEvent;
  /** The host calls of one plugin at one message, in order. */
  take(messageId: string, plugin: string): PageCall[];
}

type Run = Pick<Extract<BotEvent, { type: "plugin-started" }>, "messageId" | "plugin">;

const keyOf = ({ messageId, plugin }: Run): string => JSON.stringify([messageId, plugin]);

/** Makes an empty {@link CallLog}. */
export function createCallLog(): CallLog {
  const runs = new Map<string, PageCall[]>();
  return {
    onEvent(event) {
      if (event.type === "plugin-started") runs.set(keyOf(event), []);
      if (event.type === "host-call-begun") {
        const { sequence, operation, args } = event;
        const calls = runs.get(keyOf(event));
        if (calls !== undefined) calls[sequence] = { operation, args };
      }
      if (event.type === "host-call-settled") {
        const { sequence, operation, args, outcome, ms } = event;
        const calls = runs.get(keyOf(event));
        if (calls !== undefined) calls[sequence] = { operation, args, outcome, ms };
      }
    },
    take(messageId, plugin) {
      const key = keyOf({ messageId, plugin });
      const calls = runs.get(key) ?? [];
      runs.delete(key);
      return calls;
    },
  };
}
