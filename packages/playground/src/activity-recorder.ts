import { type BotEvent, createEventRedactor, type Platform } from "@botwright/core";
import type { PageActivity, PageCall, PageLog } from "./activity.ts";

/** Makes traces of the events of one bot. */
export interface ActivityRecorder {
  /** Takes an event; returns the trace of a message with the event that ends it. */
  take(event: BotEvent): PageActivity | undefined;
}

/** What has happened in a run so far. */
interface OpenRun {
  readonly logs: PageLog[];
  /** By sequence. */
  readonly calls: PageCall[];
}

/** Makes an {@link ActivityRecorder}. Secrets of the plugins are in none of its traces. */
export function createActivityRecorder(platform: Platform): ActivityRecorder {
  const redact = createEventRedactor();
  /** By message, then by plugin. */
  const messages = new Map<string, Map<string, OpenRun>>();

  return {
    take(given) {
      const event = redact(given);
      if (event.type === "status" || event.messageId === undefined) return undefined;
      const key = JSON.stringify([event.botDbId, event.messageId]);
      const runs = messages.get(key);
      const run = "plugin" in event ? runs?.get(event.plugin ?? "") : undefined;
      switch (event.type) {
        case "message-started":
          messages.set(key, new Map());
          break;
        case "plugin-started":
          runs?.set(event.plugin, { logs: [], calls: [] });
          break;
        case "log":
          run?.logs.push({ level: event.level, text: event.message });
          break;
        case "host-call-begun":
        case "host-call-settled":
          if (run !== undefined) run.calls[event.sequence] = event;
          break;
        case "storage-conflict":
          // A run that starts again makes its host calls anew.
          if (event.result === "restarted") run?.calls.splice(0);
          break;
        case "message-failed":
          messages.delete(key);
          break;
        case "message-done": {
          const { handledBy, runs: ended } = event.result;
          messages.delete(key);
          return {
            platform,
            id: event.messageId,
            handledBy,
            runs: ended.map((one) => ({ ...runs?.get(one.plugin), ...one })),
          };
        }
        case "message-accepted":
        case "plugin-ended":
      }
      return undefined;
    },
  };
}
