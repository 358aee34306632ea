import { Hono } from "hono";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSessionEnds, type SessionEnds } from "../../src/auth/session-ends.ts";
import { createEventStreams } from "../../src/http/event-streams.ts";
import type { HostEnv } from "../../src/http/host-env.ts";
import { type Database, openDatabase } from "../../src/index.ts";
import { openTestDatabase } from "../test-database.ts";

let database: Database;
/** Of another node than the one that ends sessions. */
let sessionEnds: SessionEnds;
const closing = new AsyncDisposableStack();
beforeAll(async () => {
  const first = closing.use(await openTestDatabase());
  database = first;
  const second = closing.use(await openDatabase({ connection: first.connection }));
  sessionEnds = createSessionEnds(second);
});
afterAll(() => closing.disposeAsync());

/** Milliseconds in which no test looks at a session by itself. */
const NEVER = 2 ** 31 - 1;

/** A user who is logged in. */
async function logIn(name: string) {
  const { db } = database;
  const user = await db
    .insertInto("user_account")
    .values({ name, email: `${name}@example.org` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const session = await db
    .insertInto("user_session")
    .values({ user_id: user.id, token: name, expires_at: new Date(), updated_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: user.id, sessionId: session.id };
}

/** An app with a stream of one event that then waits. */
async function openStreams(name: string, options: { most?: number } = {}) {
  const { id, sessionId } = await logIn(name);
  const signals: AbortSignal[] = [];
  const looks = { count: 0 };
  const streams = createEventStreams({ everyMs: NEVER, ...options, sessionEnds });
  const app = new Hono<HostEnv>()
    .use(async (c, next) => {
      const principal = { id, role: "user", email: `${name}@example.org`, sessionId } as const;
      c.set("principal", principal);
      c.set("gate", {
        count: async () => {},
        async authenticate() {
          looks.count += 1;
          await database.db
            .selectFrom("user_session")
            .select("id")
            .where("id", "=", sessionId)
            .executeTakeFirstOrThrow();
          return principal;
        },
      });
      return next();
    })
    .onError((error, c) => c.text(error.message, 409))
    .get("/", (c) =>
      streams.send(c, async function* (signal) {
        signals.push(signal);
        yield { number: signals.length };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }),
    );
  return { app, sessionId, signals, looks };
}

async function endSession(sessionId: number): Promise<void> {
  await database.db.deleteFrom("user_session").where("id", "=", sessionId).execute();
}

test("a stream has its events as JSON, and ends with its session, on whichever node", async () => {
  const [ending, other] = [await openStreams("ann"), await openStreams("bob")];
  const answer = await ending.app.request("/");
  await other.app.request("/");
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  // The session was there after the stream was opened.
  await expect.poll(() => [ending.looks.count, other.looks.count]).toEqual([1, 1]);
  await endSession(ending.sessionId);
  expect(await answer.text()).toContain('data: {"number":1}\n\n');
  expect(other.signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test("a stream ends whose session had ended before the stream began", async () => {
  const { app, sessionId } = await openStreams("cid");
  await endSession(sessionId);
  const answer = await app.request("/");
  expect(await answer.text()).toContain('data: {"number":1}\n\n');
});

test("after the connection for notifications has broken, streams look at their sessions", async () => {
  const { app, sessionId, looks } = await openStreams("dan");
  const answer = await app.request("/");
  await expect.poll(() => looks.count).toBe(1);
  await database.db.transaction().execute(async (trx) => {
    // The trigger is off for this transaction, as if the notification had been lost.
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.deleteFrom("user_session").where("id", "=", sessionId).execute();
  });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(database.db);
  expect(await answer.text()).toContain('data: {"number":1}\n\n');
});

test("a stream whose client goes is ended, and counts no longer", async () => {
  const { app, signals } = await openStreams("eve", { most: 1 });
  const first = await app.request("/");
  const second = await app.request("/");
  expect([second.status, await second.text()]).toEqual([409, expect.stringContaining("1 streams")]);
  await first.body?.cancel();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  await expect.poll(async () => (await app.request("/")).status).toBe(200);
});

test("a request for the headers only opens no stream", async () => {
  const { app, signals } = await openStreams("fay", { most: 1 });
  const head = await app.request("/", { method: "HEAD" });
  expect(head.headers.get("content-type")).toContain("text/event-stream");
  const answer = await app.request("/");
  expect([answer.status, signals.length]).toEqual([200, 1]);
  await answer.body?.cancel();
});
