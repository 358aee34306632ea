import {
  type Clock,
  describeError,
  entryLimit,
  isBotwrightError,
  type Logger,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { createMemoryRateLimiter, type RateLimit, type Secrets } from "@botwright/services";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../../database/open-database.ts";
import { createSlots } from "../../slots.ts";
import type { NodeLease } from "../../node-lease.ts";
import type { BotRunner } from "../runner/bot-runner.ts";
import { type BodyBytes, createBodyBudget } from "./body-budget.ts";
import { fromRequest, type HttpMessage, toRequest } from "./callback-message.ts";
import { createForwarding } from "./forwarding.ts";

/** Options of {@link createCallbacks}. */
export interface CallbacksOptions {
  readonly database: Database;
  /** The lease of this node, for its id. */
  readonly lease: Pick<NodeLease, "id">;
  readonly runner: Pick<BotRunner, "callbackOf"> & {
    /** The bots that this node runs. */
    readonly running: Pick<BotRunner["running"], "has">;
  };
  /** Seals requests on their way to another node. */
  readonly secrets: Secrets;
  /** Milliseconds for an answer; the most impatient platform waits 5 s. @default 4500 */
  readonly answerMs?: number;
  /** Milliseconds within which a body must arrive; the time for the answer begins after that. @default 2000 */
  readonly bodyMs?: number;
  /** The most bytes of a body. @default 4 MiB, which Feishu's events may have */
  readonly maxBytes?: number;
  /**
   * Callbacks of all bots that are answered at once; further ones get 503. One bot may have at most 50 of them, and
   * fewer than it leaves to others. The same number of bodies is read at once; if one more begins, the oldest of them
   * gets 408. @default 500
   */
  readonly most?: number;
  /** The most bytes of all bodies at once. Beyond it, a body that exceeds 64 KiB gets 503. @default 64 MiB */
  readonly mostBytes?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The callbacks of platforms. */
export interface Callbacks {
  /**
   * Answers a platform's callback by the bot's adapter, on the node that runs the bot. Other statuses: 404: there is no
   * such bot, or it takes no callbacks. 408: the body has not arrived in time. 413: the body is too large. 503: no node
   * runs the bot, the bot has not answered in time, or it has too many callbacks (50 at once, or more than 600 in 20
   * seconds that its adapter has accepted).
   *
   * @example
   * app.all("/callbacks/:bot_id/*", (c) => callbacks.handle(Number(c.req.param("bot_id")), c.req.raw));
   */
  handle(botId: number, request: Request): Promise<Response>;
  close(): void;
}

/** Milliseconds between attempts to find the node that runs the bot. */
const POLL_MS = 200;
/** Milliseconds for a body. Platforms send a body at once, so a slow one only uses up room. */
const BODY_MS = 2000;
/** Callbacks at once: each may last as long as its platform waits, and holds a connection. */
const MOST = 500;
/** Callbacks of one bot at once: enough for hundreds a second if each takes a tenth of a second. */
const MOST_OF_BOT = 50;
/**
 * The limit of callbacks that a bot's adapter accepts. The owner has the secrets with which callbacks are signed, so
 * could send any number of them, and each costs this thread a message. The platform repeats callbacks that get 503.
 * Callbacks that the adapter refuses do not count; otherwise anybody who knows the URL could use up this limit.
 */
const ACCEPTED: RateLimit = { limit: 600, windowMs: 20_000 };
/** Bots whose accepted callbacks are counted; with more, the bot without callbacks for longest is forgotten. */
const MOST_COUNTED = 5000;
/** The most bytes of a callback; no other endpoint accepts more. */
export const CALLBACK_BYTES = 4 * 2 ** 20;

/**
 * Answers platforms' callbacks on any node. If another node runs the bot, callback and answer travel through the
 * database. While a bot moves to another node, its callbacks wait here as long as the platform does, and then get 503.
 * The platform repeats them, but not for long: WeCom three times, Feishu after 15 s, 5 min, 1 h and 6 h, Telegram every
 * one or two minutes; DingTalk does not document whether it does.
 */
export function createCallbacks(options: CallbacksOptions): Callbacks {
  const { database, lease, runner, secrets, answerMs = 4500, maxBytes = CALLBACK_BYTES } = options;
  const { most = MOST, mostBytes = 2 ** 26, bodyMs = BODY_MS } = options;
  const { clock = systemClock, logger = silentLogger } = options;
  const bodies = createBodyBudget(most, mostBytes);
  const { db } = database;
  const forwarding = createForwarding({ database, lease, runner, secrets, clock, logger });
  /** The number of {@link ownerOf} look-ups under way. */
  let lookUps = 0;
  const places = createSlots(most);
  const accepted = createMemoryRateLimiter({ keys: MOST_COUNTED, clock });
  /** The time until which a bot's callbacks get 503, by the bot's id. */
  const fullUntil = new LRUCache<number, number>(entryLimit(MOST_COUNTED));

  function report(error: unknown): void {
    logger.warn("a callback could not be answered", describeError(error));
  }

  /** The node that runs the bot; `null` if none does; `undefined` if there is no such bot. */
  async function ownerOf(botId: number): Promise<string | null | undefined> {
    const row = await db
      .selectFrom("bot as b")
      .leftJoin("node as n", (join) =>
        join.onRef("n.id", "=", "b.owner").on("n.expires_at", ">", sql<Date>`clock_timestamp()`),
      )
      .select("n.id as owner")
      .where("b.id", "=", botId)
      .executeTakeFirst();
    return row?.owner;
  }

  /**
   * Whether the bot exists. Checked before the body is read, because anybody may send a callback for an unknown id.
   * `undefined` if too many look-ups are under way.
   */
  async function exists(botId: number): Promise<boolean | undefined> {
    if (runner.running.has(botId)) return true;
    if (lookUps >= most) return undefined;
    lookUps += 1;
    try {
      return (await ownerOf(botId)) !== undefined;
    } finally {
      lookUps -= 1;
    }
  }

  /** Has the node that runs the bot answer once; `undefined`: ask again later. */
  async function ask(
    botId: number,
    message: HttpMessage,
    ms: number,
  ): Promise<Response | undefined> {
    const handle = runner.callbackOf(botId);
    if (handle !== undefined) return inTime(handle(toRequest(message)), ms);
    if (runner.running.has(botId)) return empty(404);
    const owner = await ownerOf(botId);
    if (owner === undefined) return empty(404);
    return owner === null || owner === lease.id
      ? undefined
      : forwarding.ask({ botId, node: owner, message, ms });
  }

  async function respond(botId: number, message: HttpMessage): Promise<Response> {
    const until = clock.now() + answerMs;
    for (let left = answerMs; left > 0; left = until - clock.now()) {
      const answered = await ask(botId, message, left);
      // An adapter that is not connected yet answers 503.
      if (answered !== undefined && answered.status !== 503) return answered;
      await new Promise<void>((resolve) => clock.after(Math.min(left, POLL_MS), resolve));
    }
    return empty(503);
  }

  async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
    const late = Promise.withResolvers<undefined>();
    const cancel = clock.after(ms, () => late.resolve(undefined));
    return Promise.race([promise, late.promise]).finally(cancel);
  }

  /** Reads a body to its end; `undefined` if it does not arrive in time or gives way to others. */
  async function read(request: Request, body: BodyBytes): Promise<HttpMessage | undefined> {
    const reading = fromRequest(request, maxBytes, (bytes) => body.take(bytes));
    const message = await inTime(Promise.race([reading, body.gaveWay]), bodyMs);
    body.end();
    return message;
  }

  async function countAccepted(botId: number): Promise<void> {
    const decision = await accepted.take(`callbacks/bot/${botId}`, ACCEPTED);
    if (!decision.allowed) fullUntil.set(botId, clock.now() + decision.retryAfterMs);
  }

  /** Answers a callback in a slot of its bot. The slot is taken only after the body: anybody may begin a body. */
  async function respondInPlace(botId: number, message: HttpMessage): Promise<Response> {
    if (places.roomFor(botId) === 0 || places.heldBy(botId) >= MOST_OF_BOT) return empty(503);
    places.take(botId);
    try {
      const response = await respond(botId, message);
      if (response.ok) await countAccepted(botId);
      return response;
    } finally {
      places.giveBack(botId);
    }
  }

  return {
    async handle(botId, request) {
      if (!Number.isSafeInteger(botId) || botId < 1) return empty(404);
      if (clock.now() < (fullUntil.get(botId) ?? 0)) return empty(503);
      try {
        const found = await exists(botId);
        if (found !== true) return empty(found === false ? 404 : 503);
      } catch (error) {
        report(error);
        return empty(503);
      }
      using body = bodies.open();
      try {
        const message = await read(request, body);
        return message === undefined ? unread(408) : await respondInPlace(botId, message);
      } catch (error) {
        if (isBotwrightError(error) && error.code === "BODY_TOO_LARGE") return unread(413);
        if (isBotwrightError(error) && error.code === "BODY_REFUSED") return unread(503);
        report(error);
        return empty(503);
      }
    },
    close: forwarding.close,
  };
}

function empty(status: number): Response {
  return new Response(null, { status, ...(status === 503 && { headers: { "retry-after": "1" } }) });
}

/** The answer to a body that was not read to its end. It closes the connection, so that the client stops sending. */
function unread(status: number): Response {
  const answer = empty(status);
  answer.headers.set("connection", "close");
  return answer;
}
