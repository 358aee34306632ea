import type { DispatchResult, IncomingMessage } from "@botwright/core";

/** One message that was worked on: who answered it, and how long that took. */
interface Activity {
  from: string;
  text: string;
  handledBy: string | null;
  plugins: { slug: string; status: string; ms: number }[];
}

/** Counts messages and keeps the latest, for the page and for the closing line. */
export interface ActivityLog {
  add(incoming: IncomingMessage, result: DispatchResult): void;
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
    add({ message }, { handledBy, runs }) {
      received += 1;
      if (handledBy !== null) handled += 1;
      latest.push({
        from: message.from,
        text: message.text,
        handledBy,
        plugins: runs.map(({ plugin, status, durationMs }) => ({
          slug: plugin,
          status,
          ms: durationMs,
        })),
      });
      if (latest.length > KEPT) latest.shift();
    },
    latest: () => latest,
    received: () => received,
    handled: () => handled,
  };
}
