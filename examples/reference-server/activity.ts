import type { DispatchResult, IncomingMessage, Platform } from "@botwright/core";

/** One message that was worked on: who answered it, and how long that took. */
export interface Activity {
  platform: Platform;
  /** The exact id that the platform gave the message. */
  id: string;
  from: string;
  text: string;
  handledBy: string | null;
  plugins: { slug: string; status: string; ms: number }[];
}

/** Counts messages and keeps the latest, for the page and for the closing line. */
export interface ActivityLog {
  add(platform: Platform, incoming: IncomingMessage, result: DispatchResult): Activity;
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
    add(platform, { id, message }, { handledBy, runs }) {
      received += 1;
      if (handledBy !== null) handled += 1;
      const plugins = runs.map(({ plugin: slug, status, durationMs: ms }) => ({
        slug,
        status,
        ms,
      }));
      const { from, text } = message;
      const activity = { platform, id, from, text, handledBy, plugins };
      latest.push(activity);
      if (latest.length > KEPT) latest.shift();
      return activity;
    },
    latest: () => latest,
    received: () => received,
    handled: () => handled,
  };
}
