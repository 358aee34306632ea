import { expect, test } from "vitest";
import { createAuth } from "../src/index.ts";
import { loseStatement } from "./lose-answer.ts";
import { openTestDatabase } from "./test-database.ts";

const publicUrl = "http://localhost:3000";
const [email, password] = ["ann@example.org", "another one of tests"];

test("an address whose sign-up was cut off before its password was stored is its owner's by a link", async () => {
  await using database = await openTestDatabase();
  const { db } = loseStatement(database, { statement: /InsertQueryNode.*user_login/u });
  const auth = createAuth({ db, secret: "s".repeat(32), publicUrl });
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await auth.handle(new Request(new URL(`/api/auth/${path}`, publicUrl), init))).status;
  };
  await expect(
    post("sign-up/email", { name: "Ann", email, password: "a lost one" }),
  ).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  expect(await post("sign-in/email", { email, password: "a lost one" })).toBe(401);
  const { id } = await db.selectFrom("user_account").select("id").executeTakeFirstOrThrow();
  const token = await auth.createResetToken(id, new Date(Date.now() + 60_000));
  expect(await auth.resetPassword(token, password)).toBe(true);
  expect(await post("sign-in/email", { email, password })).toBe(200);
});
