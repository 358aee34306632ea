import { randomUUID } from "node:crypto";
import {
  type Clock,
  describeError,
  isBotwrightError,
  type Logger,
  silentLogger,
  systemClock,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { sql } from "kysely";
import type { Database } from "../../database/open-database.ts";
import { createSlots } from "../../slots.ts";
import type { NodeLease } from "../../node-lease.ts";
import type { BotRunner } from "../runner/bot-runner.ts";
import { createBodyBudget } from "./body-budget.ts";
import {
  decodeHttp,
  encodeHttp,
  fromRequest,
  fromResponse,
  type HttpMessage,
  toRequest,
  toResponse,
} from "./callback-message.ts";

/** Options of {@link createCallbacks}. */
export interface CallbacksOptions {
  readonly database: Database;
  /** The lease of this node: its id now. */
  readonly lease: Pick<NodeLease, "id">;
  readonly runner: Pick<BotRunner, "running" | "callbackOf">;
  /** Seals requests on their way to another node. */
  readonly secrets: Secrets;
  /** Milliseconds for an answer: the shortest that a platform waits is 5 s. @default 4500 */
  readonly answerMs?: number;
  /** Milliseconds in which a body must have come, before the answer is begun. @default 2000 */
  readonly bodyMs?: number;
  /** Bytes of a body. @default 4 MiB, which Feishu's events may have */
  readonly maxBytes?: number;
  /**
   * Callbacks at once, of all bots; further ones are answered with 503. Of one bot at most 50, and fewer than it leaves
   * to others. @default 500
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
   * bot, or it takes no callbacks. 408: the body has not come in time. 413: the body is too large. 503: no node runs the bot, it has not answered in time, or it has too many callbacks.
   *
   * @example
   * app.all("/callbacks/:bot_id/*", (c) => callbacks.handle(Number(c.req.param("bot_id")), c.req.raw));
   */
  handle(botId: number, request: Request): Promise<Response>;
  close(): void;
}

/** The channels for requests and answers: `<node>/<id>`. */
const REQUESTS = "callback_requests";
const ANSWERS = "callback_answers";
/** Milliseconds between looks for a node that runs the bot. */
const POLL_MS = 200;
/** Milliseconds for a body: platforms send theirs at once, so that a slow one is a stranger's that takes up room. */
const BODY_MS = 2000;
/** Callbacks at once: each may wait as long as a platform does, and holds a connection. */
const MOST = 500;
/** Callbacks of a bot at once: hundreds a second where each takes a tenth of one. */
const MOST_OF_BOT = 50;
/** Bytes of an adapter's answer. */
const ANSWER_BYTES = 2 ** 20;
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
  const bodies = createBodyBudget(mostBytes);
  const { db, notifications } = database;
  /** Called when the answer of a request is there. */
  const waiting = new Map<string, () => void>();
  /** Look-ups of bots that are under way. */
  let lookUps = 0;
  const places = createSlots(most);

  const unlisten = [
    notifications.listen(REQUESTS, (payload) => {
      const id = ownId(payload);
      if (id !== undefined) void answerOther(id).catch(report);
    }),
    notifications.listen(ANSWERS, (payload) => waiting.get(ownId(payload) ?? "")?.()),
  ];

  function ownId(payload: string): string | undefined {
    const place = payload.lastIndexOf("/");
    return payload.slice(0, place) === lease.id ? payload.slice(place + 1) : undefined;
  }

  function report(error: unknown): void {
    logger.warn("a callback could not be passed on", describeError(error));
  }

  /** Answers a request that another node has received. */
  async function answerOther(id: string): Promise<void> {
    const row = await db
      .selectFrom("bot_callback")
      .select(["bot_id", "request"])
      .where("id", "=", id)
      .where("node", "=", lease.id)
      .executeTakeFirst();
    const handle = row && runner.callbackOf(row.bot_id);
    if (row === undefined || handle === undefined) return;
    const request = decodeHttp(await secrets.open(row.request, contextOf(id)));
    const answer = await fromResponse(await handle(toRequest(request)), ANSWER_BYTES);
    const sealed = await secrets.seal(encodeHttp(answer), contextOf(id));
    await sql`
      with answered as (
        update bot_callback set answer = ${sealed} where id = ${id} returning origin
      )
      select pg_notify(${ANSWERS}, origin || '/' || ${id}::text) from answered`.execute(db);
  }

  /** Has another node answer, or gives up after `ms`. */
  async function forward(
    botId: number,
    node: string,
    message: HttpMessage,
    ms: number,
  ): Promise<Response | undefined> {
    const id = randomUUID();
    const arrived = Promise.withResolvers<void>();
    waiting.set(id, arrived.resolve);
    const cancel = clock.after(ms, arrived.resolve);
    try {
      const request = await secrets.seal(encodeHttp(message), contextOf(id));
      await sql`
        with old as (
          delete from bot_callback where created_at < clock_timestamp() - interval '1 minute'
        ), asked as (
          insert into bot_callback (id, bot_id, node, origin, request)
          values (${id}, ${botId}, ${node}, ${lease.id}, ${request}) returning id
        )
        select pg_notify(${REQUESTS}, ${`${node}/${id}`}) from asked`.execute(db);
      await arrived.promise;
      const row = await db
        .deleteFrom("bot_callback")
        .where("id", "=", id)
        .returning("answer")
        .executeTakeFirst();
      if (row === undefined || row.answer === null) return undefined;
      return toResponse(decodeHttp(await secrets.open(row.answer, contextOf(id))));
    } finally {
      cancel();
      waiting.delete(id);
    }
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
   * Whether there is such a bot, asked before its callback takes a place: anybody may name a bot that there is not.
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
    return owner === null || owner === lease.id ? undefined : forward(botId, owner, message, ms);
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

  return {
    async handle(botId, request) {
      if (!Number.isSafeInteger(botId) || botId < 1) return empty(404);
      try {
        const found = await exists(botId);
        if (found !== true) return empty(found === false ? 404 : 503);
      } catch (error) {
        report(error);
        return empty(503);
      }
      if (places.roomFor(botId) === 0 || places.heldBy(botId) >= MOST_OF_BOT) return empty(503);
      places.take(botId);
      using body = bodies.open();
      try {
        const message = await inTime(
          fromRequest(request, maxBytes, (bytes) => body.take(bytes)),
          bodyMs,
        );
        return message === undefined ? empty(408) : await respond(botId, message);
      } catch (error) {
        if (isBotwrightError(error) && error.code === "BODY_TOO_LARGE") return empty(413);
        if (isBotwrightError(error) && error.code === "BODY_REFUSED") return empty(503);
        report(error);
        return empty(503);
      } finally {
        places.giveBack(botId);
      }
    },
    close() {
      for (const end of unlisten) end();
    },
  };
}

function empty(status: number): Response {
  return new Response(null, { status, ...(status === 503 && { headers: { "retry-after": "1" } }) });
}

/** The context with which a callback on its way to another node is sealed. */
function contextOf(id: string): string {
  return `callback/${id}`;
}
