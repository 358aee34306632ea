import type { BotEvent, Platform } from "@botwright/core";

/** One message that was worked on: who answered it, and how long that took. */
interface Activity {
  platform: Platform;
  /** The exact id that the platform gave the message. */
  id: string;
  from: string;
  text: string;
  handledBy: string | null;
  plugins: { slug: string; status: string; ms: number }[];
}

/** Counts messages and keeps the latest, for `/activity` and for the closing line. */
export interface ActivityLog {
  /** Takes what happens at the bot of a platform. */
  onEvent(platform: Platform, event: BotEvent): void;
  latest(): readonly Activity[];
  received(): number;
  handled(): number;
}

const KEPT = 100;

/** Makes an empty {@link ActivityLog}. */
export function createActivityLog(): ActivityLog {
  const latest: Activity[] = [];
  let received = 0;
  let handled = 0;
  return {
    onEvent(platform, event) {
      if (event.type !== "message-done") return;
      const { messageId: id, incoming, result } = event;
      const { handledBy, runs } = result;
      received += 1;
      if (handledBy !== null) handled += 1;
      const plugins = runs.map(({ plugin: slug, status, durationMs: ms }) => ({
        slug,
        status,
        ms,
      }));
      const { from, text } = incoming.message;
      latest.push({ platform, id, from, text, handledBy, plugins });
      if (latest.length > KEPT) latest.shift();
    },
    latest: () => latest,
    received: () => received,
    handled: () => handled,
  };
}
