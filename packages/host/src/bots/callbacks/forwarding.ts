import { randomUUID } from "node:crypto";
import { type Clock, describeError, type Logger } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { sql } from "kysely";
import type { Database } from "../../database/open-database.ts";
import type { NodeLease } from "../../node-lease.ts";
import type { BotRunner } from "../runner/bot-runner.ts";
import {
  decodeHttp,
  encodeHttp,
  fromResponse,
  type HttpMessage,
  toRequest,
  toResponse,
} from "./callback-message.ts";

interface ForwardingOptions {
  readonly database: Database;
  readonly lease: Pick<NodeLease, "id">;
  readonly runner: Pick<BotRunner, "callbackOf">;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A callback that another node has to answer. */
interface ForwardedCallback {
  readonly botId: number;
  /** The node that runs the bot. */
  readonly node: string;
  readonly message: HttpMessage;
  /** Milliseconds to wait for the answer. */
  readonly ms: number;
}

/** Sends callbacks to other nodes, and answers those that other nodes send. */
interface Forwarding {
  /** Resolves with `undefined` if there was no answer in time. */
  ask(callback: ForwardedCallback): Promise<Response | undefined>;
  readonly close: () => void;
}

/** The channels for requests and answers; the payload is `<node>/<id>`. */
const REQUESTS = "callback_requests";
const ANSWERS = "callback_answers";
/** The most bytes of an adapter's answer. */
const ANSWER_BYTES = 2 ** 20;

/**
 * Passes callbacks between nodes through the database. This node writes the sealed request as a row and notifies the
 * node that runs the bot; that node writes the sealed answer into the same row and notifies this node.
 */
export function createForwarding(options: ForwardingOptions): Forwarding {
  const { database, lease, runner, secrets, clock, logger } = options;
  const { db, notifications } = database;
  /** Called when the answer of a request has arrived, by the request's id. */
  const waiting = new Map<string, () => void>();

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
    logger.warn("a callback of another node could not be answered", describeError(error));
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

  return {
    async ask({ botId, node, message, ms }) {
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
    },
    close() {
      for (const end of unlisten) end();
    },
  };
}

/** The context with which a callback on its way to another node is sealed. */
function contextOf(id: string): string {
  return `callback/${id}`;
}
