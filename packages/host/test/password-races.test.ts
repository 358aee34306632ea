import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Auth, createAuth, type Database } from "../src/index.ts";
import { createUsers, type Users } from "../src/auth/users.ts";
import { duringTransaction } from "./during-transaction.ts";
import { openTestDatabase } from "./test-database.ts";

const publicUrl = "http://localhost:3000";
const [OLD, NEW] = ["a password of tests", "another one of tests"];

/** What happens once, after a password was hashed or compared and before its request goes on. */
let meanwhile: (() => Promise<unknown>) | undefined;
let database: Database;
let auth: Auth;
let users: Users;
let email = "";
let userId = 0;
let made = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  auth = createAuth({
    db: database.db,
    secret: "s".repeat(32),
    publicUrl,
    hashes: {
      async run(_client, task) {
        const result = await task();
        const happening = meanwhile;
        meanwhile = undefined;
        await happening?.();
        return result;
      },
    },
  });
  users = createUsers({ db: database.db, auth, publicUrl });
});
beforeEach(async () => {
  made += 1;
  email = `user-${made}@example.org`;
  ({ id: userId } = await users.create({ name: "Ann", email, password: OLD }));
});
afterAll(() => database.close());

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return auth.handle(
    new Request(new URL(`/api/auth/${path}`, publicUrl), {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );
}

const logIn = (password: string): Promise<Response> => post("sign-in/email", { email, password });

/** Sets a new password by a link. */
async function reset(): Promise<void> {
  const token = await auth.createResetToken(userId, new Date(Date.now() + 60_000));
  expect(await auth.resetPassword(token, NEW)).toBe(true);
}

async function countSessions(): Promise<number> {
  const sessions = database.db.selectFrom("user_session").select("id");
  return (await sessions.where("user_id", "=", userId).execute()).length;
}

test("a log-in with the old password does not outlast the new one that is set while it is checked", async () => {
  meanwhile = reset;
  expect((await logIn(OLD)).status).toBe(401);
  expect(await countSessions()).toBe(0);
  expect((await logIn(NEW)).status).toBe(200);
});

test("a change of the old password does not replace the new one that is set while it is checked", async () => {
  const authorization = `Bearer ${(await logIn(OLD)).headers.get("set-auth-token")}`;
  meanwhile = reset;
  const change = {
    currentPassword: OLD,
    newPassword: "of somebody else",
    revokeOtherSessions: true,
  };
  expect((await post("change-password", change, { authorization })).status).toBe(400);
  expect(await countSessions()).toBe(0);
  expect((await logIn("of somebody else")).status).toBe(401);
  expect((await logIn(NEW)).status).toBe(200);
});

test("the old password deletes no account when a new one is set while it is checked", async () => {
  meanwhile = reset;
  expect(await auth.isPassword(userId, OLD)).toBe(false);
  expect(await auth.isPassword(userId, NEW)).toBe(true);
});

test("a change of the password is there at once, and its request goes on with a new session", async () => {
  const old = `Bearer ${(await logIn(OLD)).headers.get("set-auth-token")}`;
  const change = { currentPassword: OLD, newPassword: NEW, revokeOtherSessions: true };
  const changed = await post("change-password", change, { authorization: old });
  expect(changed.status).toBe(200);
  const authorization = `Bearer ${changed.headers.get("set-auth-token")}`;
  expect(await auth.findSession(new Headers({ authorization }))).toMatchObject({ userId });
  expect(await auth.findSession(new Headers({ authorization: old }))).toBeNull();
  expect((await logIn(OLD)).status).toBe(401);
  expect((await logIn(NEW)).status).toBe(200);
});

test("a log-in leaves no session when its user is banned while the session is written", async () => {
  const refused = await duringTransaction(
    database.db,
    (trx) =>
      trx.updateTable("user_account").set({ banned: true }).where("id", "=", userId).execute(),
    () => logIn(OLD),
  );
  expect(refused.status).toBe(403);
  expect(await countSessions()).toBe(0);
});
