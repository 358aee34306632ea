import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "../src/index.ts";
import { startSilentProxy } from "./silent-proxy.ts";
import { openTestDatabase } from "./test-database.ts";

/** Longer than a busy machine takes for a statement. */
const ANSWER_MS = 2000;

const away = { code: "INFRASTRUCTURE_FAILED" };

/** A database, and the way to it. */
async function openByProxy(connections?: number) {
  await using opened = new AsyncDisposableStack();
  const { connection } = opened.use(await openTestDatabase());
  const proxy = opened.use(await startSilentProxy(connection));
  const database = await openDatabase({
    connection: proxy.url,
    answerMs: ANSWER_MS,
    ...(connections !== undefined && { connections }),
  });
  opened.use(database);
  const running = opened.move();
  return { ...database, proxy, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

test("a statement on a connection that has gone silent fails, and the next one has another connection", async () => {
  await using database = await openByProxy(1);
  const { db, proxy } = database;
  const one = sql<{ one: number }>`select 1 as one`;
  await one.execute(db);
  proxy.goSilent();
  await expect(one.execute(db)).rejects.toMatchObject(away);
  expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
});

test(
  "a transaction on a connection that has gone silent fails, and the next one has another connection",
  { tags: ["long"] },
  async () => {
    await using database = await openByProxy(1);
    const { db, proxy, notifications } = database;
    const transaction = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      proxy.goSilent();
      await sql`select 1`.execute(trx);
    });
    await expect(transaction).rejects.toMatchObject(away);
    await db.transaction().execute((trx) => sql`select 1`.execute(trx));
    proxy.goSilent();
    await expect(notifications.notify("a")).rejects.toMatchObject(away);
    await notifications.notify("a");
  },
);

test("who listens on a connection that has gone silent hears again what is notified after that", async () => {
  await using database = await openByProxy();
  const { notifications, proxy } = database;
  const heard: string[] = [];
  notifications.listen("a", (payload) => heard.push(payload));
  await expect.poll(() => heard).toEqual([""]);
  proxy.goSilent();
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(["", ""]);
  await notifications.notify("a", "x");
  await expect.poll(() => heard).toEqual(["", "", "x"]);
});

test("a database whose connections have all gone silent can be closed", async () => {
  await using database = await openByProxy();
  const { notifications, proxy, db } = database;
  const heard: string[] = [];
  notifications.listen("a", (payload) => heard.push(payload));
  await expect.poll(() => heard).toEqual([""]);
  await sql`select 1`.execute(db);
  proxy.goSilent();
});

test("a statement that is marked as long is waited for", { tags: ["long"] }, async () => {
  await using database = await openByProxy();
  const seconds = (2 * ANSWER_MS) / 1000;
  const { rows } = await sql`/* long */ select pg_sleep(${seconds}), 1 as one`.execute(database.db);
  expect(rows).toMatchObject([{ one: 1 }]);
});
