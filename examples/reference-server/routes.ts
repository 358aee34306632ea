import { describeError } from "@botwright/core";
import { Hono } from "hono";
import type { ActivityLog } from "./activity.ts";
import { addEventRoutes } from "./events.ts";
import type { Feed } from "./feed.ts";
import { addLoginRoutes } from "./login-routes.ts";
import { readPage } from "./page-files.ts";
import type { RunningBot } from "./running-bot.ts";
import { addSimulatorRoutes } from "./simulator-routes.ts";

/** What the routes look at. */
export interface RouteOptions {
  bots: readonly RunningBot[];
  feed: Feed;
  activity: ActivityLog;
  /** False once the server is stopping: then nothing new is taken. */
  isOpen: () => boolean;
}

/** Which HTTP status an error's code stands for; 400 for all others. */
const STATUS: ReadonlyMap<string, 404 | 409 | 500 | 503> = new Map([
  ["UNKNOWN_PLATFORM", 404],
  ["NOT_SIMULATED", 404],
  ["NOT_FOUND", 404],
  ["NO_QR_CODE", 409],
  ["NOT_SCANNED", 409],
  ["NOT_LOGGED_IN", 409],
  ["STOPPING", 503],
  ["INTERNAL_ERROR", 500],
]);

/** The HTTP side of the reference server. */
export async function createRoutes(options: RouteOptions): Promise<Hono> {
  const { bots, activity, isOpen } = options;
  const app = new Hono();

  for (const { path, type, content } of await readPage()) {
    app.get(path, (context) =>
      context.body(content, 200, {
        "content-type": type,
        "content-security-policy": "default-src 'self'; img-src 'self' data:",
        "cache-control": "no-cache",
      }),
    );
  }
  app.get("/healthz", (context) =>
    context.json({
      status: isOpen() ? "ok" : "stopping",
      platforms: Object.fromEntries(bots.map((bot) => [bot.platform, bot.state()])),
      simulated: bots.filter((bot) => bot.simulator !== undefined).map((bot) => bot.platform),
      received: activity.received(),
      handled: activity.handled(),
    }),
  );
  app.get("/activity", (context) => context.json(activity.latest()));
  for (const { platform, adapter } of bots) {
    app.all(`/callbacks/${platform}`, async (context) => {
      const response = await adapter.handleRequest?.(context.req.raw);
      return response ?? context.notFound();
    });
  }
  addEventRoutes(app, options);
  addSimulatorRoutes(app, options);
  addLoginRoutes(app, options);

  app.notFound((context) =>
    context.json({ error: `there is no ${context.req.path}`, code: "NOT_FOUND" }, 404),
  );
  app.onError((error, context) => {
    const { code, message } = describeError(error);
    return context.json({ error: message, code }, STATUS.get(code) ?? 400);
  });
  return app;
}
