import type { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { viewPlatforms } from "./overview.ts";
import type { RouteOptions } from "./routes.ts";

/** How often is looked for news while a page is open, in milliseconds. */
const LOOK_MS = 50;

/**
 * `GET /events`: the platforms whenever they change, and the whole feed from its beginning, as
 * server-sent events. A page that has lost the connection starts over.
 */
export function addEventRoutes(app: Hono, { bots, feed, isOpen }: RouteOptions): void {
  app.get("/events", (context) =>
    streamSSE(context, async (stream) => {
      let place = 0;
      let shown = "";
      while (isOpen() && !stream.aborted) {
        const platforms = JSON.stringify(viewPlatforms(bots));
        if (platforms !== shown) await stream.writeSSE({ event: "platforms", data: platforms });
        shown = platforms;
        for (const { kind, ...entry } of feed.since(place)) {
          await stream.writeSSE({ event: kind, data: JSON.stringify(entry) });
          place += 1;
        }
        await stream.sleep(LOOK_MS);
      }
    }),
  );
}
