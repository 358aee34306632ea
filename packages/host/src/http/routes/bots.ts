import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { EventStreams } from "../event-streams.ts";
import type { HostEnv } from "../host-env.ts";
import { pathId } from "../read-input.ts";

/** The error codes of a connection test, besides `INVALID_INPUT`. */
const BINDING_ERRORS = [
  "BOT_ALREADY_BOUND",
  "BINDING_BUSY",
  "BOT_UNAUTHORIZED",
  "BOT_FORBIDDEN",
  "BOT_REFUSED",
  "PLATFORM_UNREACHABLE",
  "PLATFORM_TIMED_OUT",
  "LOGIN_REQUIRED",
];

/** Options of {@link botRoutes}. */
interface BotRoutesOptions extends Pick<HostDomains, "bots" | "logins"> {
  readonly streams: EventStreams;
  /** Whether the platforms are simulated (demo). @default false */
  readonly simulated?: boolean | undefined;
}

/** The bots of the account, and their logins. */
export function botRoutes(options: BotRoutesOptions) {
  const { bots, logins, streams, simulated = false } = options;
  return new Hono<HostEnv>()
    .get(
      "/api/platforms",
      endpoint({
        summary: "What bots of each platform are bound with",
        // The login page tells a visitor whether this is a demo.
        audience: "anyone",
        answer: "Platforms",
      }),
      async (c) => c.json({ items: bots.platforms(), simulated }),
    )
    .get("/api/bots", endpoint({ summary: "List my bots", answer: "Bots" }), async (c) =>
      c.json({ items: await bots.list(c.var.principal.id) }),
    )
    .post(
      "/api/bots",
      endpoint({
        summary: "Bind a bot, after a test of its connection",
        body: "BindBot",
        answer: "BoundBot",
        status: 201,
        errors: [...BINDING_ERRORS, "PLATFORM_UNSUPPORTED", "BOT_LIMIT"],
      }),
      async (c) => c.json(await bots.bind(c.var.principal.id, c.req.valid("json")), 201),
    )
    .get(
      "/api/bot-events",
      endpoint({
        summary: "Follow my bots: each one now, and whenever it changes",
        answer: "BotChange",
        type: "text/event-stream",
        errors: ["STREAM_LIMIT"],
      }),
      async (c) => streams.send(c, (signal) => bots.watch(c.var.principal.id, signal)),
    )
    .get(
      "/api/bots/:id",
      endpoint({ summary: "A bot of mine", answer: "Bot", errors: ["BOT_NOT_FOUND"] }),
      async (c) => c.json(await bots.get(c.var.principal.id, pathId(c))),
    )
    .patch(
      "/api/bots/:id",
      endpoint({
        summary: "Rename a bot",
        body: "RenameBot",
        answer: "Bot",
        errors: ["BOT_NOT_FOUND"],
      }),
      async (c) =>
        c.json(await bots.rename(c.var.principal.id, pathId(c), c.req.valid("json").name)),
    )
    .put(
      "/api/bots/:id/credentials",
      endpoint({
        summary: "Give a bot other credentials, after a test of its connection",
        body: "RebindBot",
        answer: "BoundBot",
        errors: ["BOT_NOT_FOUND", ...BINDING_ERRORS],
      }),
      async (c) => c.json(await bots.rebind(c.var.principal.id, pathId(c), c.req.valid("json"))),
    )
    .post(
      "/api/bots/:id/pause",
      endpoint({
        summary: "Close the connection of a bot until it is resumed",
        answer: "Bot",
        errors: ["BOT_NOT_FOUND"],
      }),
      async (c) => c.json(await bots.pause(c.var.principal.id, pathId(c))),
    )
    .post(
      "/api/bots/:id/resume",
      endpoint({
        summary: "Start a bot again that is paused, or that its platform has refused",
        answer: "Bot",
        errors: ["BOT_NOT_FOUND"],
      }),
      async (c) => c.json(await bots.resume(c.var.principal.id, pathId(c))),
    )
    .delete(
      "/api/bots/:id",
      endpoint({
        summary:
          "Unbind a bot: its credentials, messages and installations are deleted; what plugins have stored stays",
        answer: null,
        errors: ["BOT_NOT_FOUND", "BOTS_RUNNING"],
      }),
      async (c) => {
        await bots.unbind(c.var.principal.id, pathId(c));
        return c.body(null, 204);
      },
    )
    .post(
      "/api/bot-logins",
      endpoint({
        summary: "Begin a login by QR code",
        body: "StartLogin",
        answer: "Login",
        status: 201,
        errors: ["PLATFORM_UNSUPPORTED", "LOGIN_LIMIT", "BOT_NOT_FOUND"],
      }),
      async (c) => {
        const { platform, bot_id } = c.req.valid("json");
        return c.json(await logins.start(c.var.principal.id, platform, bot_id), 201);
      },
    )
    .get(
      "/api/bot-logins/:login",
      endpoint({ summary: "A login", answer: "Login", errors: ["LOGIN_NOT_FOUND"] }),
      async (c) => c.json(await logins.get(c.var.principal.id, c.req.param("login"))),
    )
    .delete(
      "/api/bot-logins/:login",
      endpoint({ summary: "Give a login up", answer: null, errors: ["LOGIN_NOT_FOUND"] }),
      async (c) => {
        await logins.cancel(c.var.principal.id, c.req.param("login"));
        return c.body(null, 204);
      },
    )
    .get(
      "/api/bot-logins/:login/events",
      endpoint({
        summary: "Follow a login until it is over",
        answer: "Login",
        type: "text/event-stream",
        errors: ["LOGIN_NOT_FOUND", "STREAM_LIMIT"],
      }),
      async (c) => {
        const { id } = c.var.principal;
        const login = c.req.param("login");
        // An unknown login must be refused here: once the stream has begun, the status 200 is sent.
        await logins.get(id, login);
        return streams.send(c, (signal) => logins.watch(id, login, signal));
      },
    )
    .post(
      "/api/bot-logins/:login/code",
      endpoint({
        summary: "Hand in the digits that the phone shows",
        body: "LoginCode",
        answer: null,
        errors: ["LOGIN_NOT_FOUND", "LOGIN_NEEDS_NO_CODE"],
      }),
      async (c) => {
        const { code } = c.req.valid("json");
        await logins.submit(c.var.principal.id, c.req.param("login"), code);
        return c.body(null, 204);
      },
    );
}
