import { readFile } from "node:fs/promises";
import { describeError } from "@botwright/core";
import type { Simulator } from "@botwright/simulators";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ActivityLog } from "./activity.ts";
import { readSay } from "./read-say.ts";
import { toSentView } from "./sent-view.ts";

/** What the routes look at. */
export interface RouteOptions {
  /** Absent when Telegram itself is used. */
  simulator: Simulator | undefined;
  activity: ActivityLog;
  /** False once the server is stopping: then nothing new is taken. */
  isOpen: () => boolean;
}

const LARGEST_BODY = 32 * 1024 * 1024;

/** The HTTP side of the reference server. */
export async function createRoutes(options: RouteOptions): Promise<Hono> {
  const { simulator, activity, isOpen } = options;
  const page = await readFile(new URL("page.html", import.meta.url), "utf8");
  const app = new Hono();

  app.get("/", (context) => context.html(page));
  app.get("/healthz", (context) =>
    context.json({
      status: isOpen() ? "ok" : "stopping",
      platform: "telegram",
      simulated: simulator !== undefined,
      received: activity.received(),
      handled: activity.handled(),
    }),
  );
  app.get("/activity", (context) => context.json(activity.latest()));

  if (simulator !== undefined) {
    app.post("/simulators/telegram/say", bodyLimit({ maxSize: LARGEST_BODY }), async (context) => {
      if (!isOpen()) {
        return context.json({ error: "the server is stopping", code: "STOPPING" }, 503);
      }
      try {
        return context.json(await simulator.say(await readSay(context.req.raw)));
      } catch (error) {
        const { code, message } = describeError(error);
        return context.json({ error: message, code }, 400);
      }
    });
    app.get("/simulators/telegram/sent", (context) => {
      const after = Number(context.req.query("after") ?? 0);
      const to = context.req.query("to");
      const sent = simulator.sent().slice(Number.isSafeInteger(after) && after > 0 ? after : 0);
      return context.json(
        sent.filter((message) => to === undefined || message.to === to).map(toSentView),
      );
    });
  }

  app.notFound((context) =>
    context.json({ error: `there is no ${context.req.path}`, code: "NOT_FOUND" }, 404),
  );
  app.onError((error, context) =>
    context.json({ error: error.message, code: "INTERNAL_ERROR" }, 500),
  );
  return app;
}
