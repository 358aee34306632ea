import { BotwrightError } from "@botwright/core";
import type { Simulator } from "@botwright/simulators";
import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { viewPlatforms } from "./overview.ts";
import { TITLES } from "./platforms.ts";
import { readSay } from "./read-say.ts";
import type { RouteOptions } from "./routes.ts";
import type { RunningBot } from "./running-bot.ts";
import { toSentView } from "./sent-view.ts";

const LARGEST_BODY = 32 * 1024 * 1024;

/** Playing people on the simulated platforms, and looking at what the bot did. */
export function addSimulatorRoutes(app: Hono, { bots, feed, isOpen }: RouteOptions): void {
  app.get("/simulators", (context) => context.json(viewPlatforms(bots)));

  app.post("/simulators/:platform/say", bodyLimit({ maxSize: LARGEST_BODY }), async (context) => {
    if (!isOpen()) throw refused("STOPPING", "the server is stopping");
    const bot = findBot(bots, context.req.param("platform"));
    const simulator = simulatorOf(bot);
    if (bot.state() === "login") {
      const phone = `POST /simulators/${bot.platform}/scan, then …/confirm`;
      throw refused("NOT_LOGGED_IN", `the bot is not logged in; play the phone by ${phone}`);
    }
    const message = await readSay(context.req.raw);
    const said = await simulator.say(message);
    feed.addSaid(bot.platform, message, said);
    return context.json(said);
  });

  app.get("/simulators/:platform/sent", (context) => {
    const simulator = simulatorOf(findBot(bots, context.req.param("platform")));
    const after = Number(context.req.query("after") ?? 0);
    const to = context.req.query("to");
    const sent = simulator.sent().slice(Number.isSafeInteger(after) && after > 0 ? after : 0);
    return context.json(
      sent.filter((message) => to === undefined || message.to === to).map(toSentView),
    );
  });

  app.get("/simulators/:platform/typing", (context) =>
    context.json(simulatorOf(findBot(bots, context.req.param("platform"))).typing()),
  );

  app.get("/simulators/:platform/media/:number", (context) => {
    simulatorOf(findBot(bots, context.req.param("platform")));
    const media = feed.media(Number(context.req.param("number")));
    if (media === undefined) return context.notFound();
    return context.body(media.bytes, 200, {
      "content-type": media.type,
      // Shown in pictures and players only, never as a page of its own.
      "content-disposition": "attachment",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600",
    });
  });
}

/** @throws {BotwrightError} `UNKNOWN_PLATFORM` listing those there are */
export function findBot(bots: readonly RunningBot[], platform: string): RunningBot {
  const bot = bots.find((one) => one.platform === platform);
  if (bot !== undefined) return bot;
  const known = bots.map((one) => one.platform).join(", ");
  throw refused("UNKNOWN_PLATFORM", `there is no platform "${platform}"; use one of: ${known}`);
}

function simulatorOf({ platform, simulator }: RunningBot): Simulator {
  if (simulator !== undefined) return simulator;
  const title = TITLES[platform];
  throw refused("NOT_SIMULATED", `this bot is on ${title} itself: write to it there`);
}

function refused(code: string, message: string): BotwrightError {
  return new BotwrightError(message, { code });
}
