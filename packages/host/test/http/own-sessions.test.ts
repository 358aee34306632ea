import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openTestApp, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;

/** Logs a user in from many places, as a stranger who knows the password may. */
async function logInOften({ id }: Client, times: number): Promise<void> {
  const rows = Array.from({ length: times }, (_, number) => ({
    user_id: id,
    token: `token ${id} ${number}`,
    expires_at: new Date(Date.now() + DAY_MS),
    updated_at: new Date(),
  }));
  await app.database.db.insertInto("user_session").values(rows).execute();
}

async function sessionsOf(user: Client) {
  const answer = await user.send("GET", "/api/auth/list-sessions");
  const { items }: { items: { token: string; current: boolean }[] } = JSON.parse(
    await answer.text(),
  );
  return { status: answer.status, items };
}

test("who has been logged in for days sees where", async () => {
  const ann = await app.addUser("ann");
  const created_at = new Date(Date.now() - 3 * DAY_MS);
  await sql`update user_session set created_at = ${created_at} where user_id = ${ann.id}`.execute(
    app.database.db,
  );
  expect(await sessionsOf(ann)).toMatchObject({
    status: 200,
    items: [{ current: true, created_at: created_at.toISOString() }],
  });
});

test("the list of sessions has the one that asks and the newest, without those that are over", async () => {
  const ben = await app.addUser("ben");
  await logInOften(ben, 150);
  await app.database.db
    .updateTable("user_session")
    .set({ expires_at: new Date(Date.now() - DAY_MS) })
    .where("token", "=", `token ${ben.id} 149`)
    .execute();
  const { items } = await sessionsOf(ben);
  expect(items).toHaveLength(100);
  expect(items.slice(0, 2)).toMatchObject([
    { token: ben.token.split(".")[0], current: true },
    { token: `token ${ben.id} 148`, current: false },
  ]);
});

test("all other sessions of a user end at once, however many they are", async () => {
  const cleo = await app.addUser("cleo");
  const other = await app.addUser("other");
  await logInOften(cleo, 150);
  expect((await cleo.send("POST", "/api/auth/revoke-other-sessions")).status).toBe(200);
  const { db } = app.database;
  const left = await db
    .selectFrom("user_session")
    .select("token")
    .where("user_id", "=", cleo.id)
    .execute();
  expect(left).toEqual([{ token: cleo.token.split(".")[0] }]);
  expect((await sessionsOf(other)).items).toHaveLength(1);
});
