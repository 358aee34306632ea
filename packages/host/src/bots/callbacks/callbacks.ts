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
  /** The lease of this node: its id now. */
  readonly lease: Pick<NodeLease, "id">;
  readonly runner: Pick<BotRunner, "callbackOf"> & {
    /** The bots that this node runs. */
    readonly running: Pick<BotRunner["running"], "has">;
  };
  /** Seals requests on their way to another node. */
  readonly secrets: Secrets;
  /** Milliseconds for an answer: the shortest that a platform waits is 5 s. @default 4500 */
  readonly answerMs?: number;
  /** Milliseconds in which a body must have come, before the answer is begun. @default 2000 */
  readonly bodyMs?: number;
  /** Bytes of a body. @default 4 MiB, which Feishu's events may have */
  readonly maxBytes?: number;
  /**
   * Callbacks that are answered at once, of all bots; further ones get 503. Of one bot at most 50, and fewer than it
   * leaves to others. As many bodies are read at once; when another comes, the one that began first gets 408.
   * @default 500
   */
  readonly most?: number;
  /** Bytes of their bodies at once; with more, one that grows beyond 64 KiB is answered with 503. @default 64 MiB */
  readonly mostBytes?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The callbacks of platforms. */
export interface Callbacks {
  /**
   * Answers a platform's callback by the adapter of the bot, on the node that runs it. 404: there is no such
   * bot, or it takes no callbacks. 408: the body has not come in time. 413: the body is too large. 503: no node
   * runs the bot, it has not answered in time, or it has too many callbacks: 50 at once, or more than 600 that
   * its adapter has accepted in 20 seconds.
   *
   * @example
   * app.all("/callbacks/:bot_id/*", (c) => callbacks.handle(Number(c.req.param("bot_id")), c.req.raw));
   */
  handle(botId: number, request: Request): Promise<Response>;
  close(): void;
}

/** Milliseconds between looks for a node that runs the bot. */
const POLL_MS = 200;
/** Milliseconds for a body: platforms send theirs at once, so that a slow one is a stranger's that takes up room. */
const BODY_MS = 2000;
/** Callbacks at once: each may wait as long as a platform does, and holds a connection. */
const MOST = 500;
/** Callbacks of a bot at once: hundreds a second where each takes a tenth of one. */
const MOST_OF_BOT = 50;
/**
 * Callbacks that the adapter of a bot accepts. Its owner has the secrets with which they are signed, so could send any
 * number, each of which costs this thread a message. The platform's own come again later. Those that the adapter
 * refuses do not count: otherwise anybody who knows the address could use up what the platform needs.
 */
const ACCEPTED: RateLimit = { limit: 600, windowMs: 20_000 };
/** Bots whose callbacks are counted; of more, the one without callbacks for longest is forgotten. */
const MOST_COUNTED = 5000;
/** Bytes of a callback; no other endpoint takes more. */
export const CALLBACK_BYTES = 4 * 2 ** 20;

/**
 * Answers platforms' callbacks on any node: one that another node has to answer goes there and back through
 * the database. While a bot changes its node, its callbacks wait here as long as the platform does; then they
 * are answered with 503. The platform sends them again, but not for long: WeCom three times, Feishu after
 * 15 s, 5 min, 1 h and 6 h, Telegram every one or two minutes; DingTalk does not say whether it does.
 */
export function createCallbacks(options: CallbacksOptions): Callbacks {
  const { database, lease, runner, secrets, answerMs = 4500, maxBytes = CALLBACK_BYTES } = options;
  const { most = MOST, mostBytes = 2 ** 26, bodyMs = BODY_MS } = options;
  const { clock = systemClock, logger = silentLogger } = options;
  const bodies = createBodyBudget(most, mostBytes);
  const { db } = database;
  const forwarding = createForwarding({ database, lease, runner, secrets, clock, logger });
  /** Look-ups of bots that are under way. */
  let lookUps = 0;
  const places = createSlots(most);
  const accepted = createMemoryRateLimiter({ keys: MOST_COUNTED, clock });
  /** Until when bots take no more callbacks, by id. */
  const fullUntil = new LRUCache<number, number>(entryLimit(MOST_COUNTED));

  function report(error: unknown): void {
    logger.warn("a callback could not be answered", describeError(error));
  }

  /** The node that runs the bot; `null` when none does; `undefined` without such a bot. */
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
   * Whether there is such a bot, asked before a body is read: anybody may name a bot that there is not.
   * `undefined` when too many are looked up.
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

  /** Asks the node that runs the bot once; `undefined` when it has to be asked again. */
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

  /** Reads a body to its end; `undefined` when it does not come. */
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

  /** Answers a callback in a place of its bot, which has none before its body has come: anybody may begin one. */
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

/** An answer to a body that was not read to its end: the connection ends with it, and so does what is still sent. */
function unread(status: number): Response {
  const answer = empty(status);
  answer.headers.set("connection", "close");
  return answer;
}
