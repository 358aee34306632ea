import { describeError } from "@botwright/core";
import type { ChatPage } from "@botwright/playground";
import { Hono } from "hono";
import type { ActivityLog } from "./activity.ts";
import type { RunningBot } from "./running-bot.ts";

/** What the routes look at. */
export interface RouteOptions {
  bots: readonly RunningBot[];
  page: ChatPage;
  activity: ActivityLog;
  /** False once the server is stopping: then nothing new is taken. */
  isOpen: () => boolean;
}

/** The HTTP side of the server: the chat page, and what stands beside it. */
export function createRoutes({ bots, page, activity, isOpen }: RouteOptions): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    const answer = await page.fetch(context.req.raw);
    return answer ?? next();
  });
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
  app.notFound((context) =>
    context.json({ error: `there is no ${context.req.path}`, code: "NOT_FOUND" }, 404),
  );
  app.onError((error, context) => {
    const { code, message } = describeError(error);
    return context.json({ error: message, code }, code === "INTERNAL_ERROR" ? 500 : 400);
  });
  return app;
}
