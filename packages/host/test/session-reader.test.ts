import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Auth, createAuth, type Database } from "../src/index.ts";
import { createSessionReader } from "../src/auth/session-reader.ts";
import { openTestDatabase } from "./test-database.ts";

const SECRET = "a secret of the tests, which is long enough";
const COOKIE = "botwright.session_token";
const DAY_MS = 86_400_000;

let database: Database;
let auth: Auth;
beforeAll(async () => {
  database = await openTestDatabase();
  auth = createAuth({ db: database.db, secret: SECRET, publicUrl: "http://localhost:3000" });
});
afterAll(() => database.close());

const readerOf = (secret: string, cookie = COOKIE) =>
  createSessionReader({
    db: database.db,
    secret,
    cookie,
    lastsMs: 7 * DAY_MS,
    renewAfterMs: DAY_MS,
  });

/** The cookie of a new account, as a browser sends it; the token after `Bearer` is its value. */
async function signUp(): Promise<{ cookie: string; token: string; email: string }> {
  const email = `${randomUUID()}@example.org`;
  const answer = await auth.handle(
    new Request("http://localhost:3000/api/auth/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "a password of tests", name: "Ann" }),
    }),
  );
  const cookie = /botwright\.session_token=[^;]+/u.exec(answer.headers.get("set-cookie") ?? "");
  if (cookie === null) throw new Error(`no cookie: ${await answer.text()}`);
  const value = cookie[0].slice(`${COOKIE}=`.length);
  return { cookie: cookie[0], token: decodeURIComponent(value), email };
}

let account: Awaited<ReturnType<typeof signUp>>;
beforeEach(async () => {
  account = await signUp();
});

/** What better-auth says of a request's session. */
async function ask(headers: Headers): Promise<unknown> {
  const url = "http://localhost:3000/api/auth/get-session";
  return (await auth.handle(new Request(url, { headers }))).json();
}

const withCookie = (cookie: string): Headers => new Headers({ cookie });
const withBearer = (token: string): Headers => new Headers({ authorization: `Bearer ${token}` });

test("reads what better-auth accepts, as better-auth does", async () => {
  const { cookie, token, email } = account;
  const accepted = [
    withCookie(cookie),
    withCookie(`theme=dark; ${cookie}; other=1`),
    withBearer(token),
    withBearer(encodeURIComponent(token)),
    new Headers({ authorization: `bearer   ${token}` }),
    new Headers({ authorization: `Bearer ${token}`, cookie: `${COOKIE}=of.another` }),
  ];
  const read = readerOf(SECRET);
  for (const headers of accepted) {
    const session = await read(headers);
    expect(session).toMatchObject({ email, name: "Ann", role: "user", banned: false });
    expect(await ask(headers)).toMatchObject({
      session: { id: String(session?.id), expiresAt: session?.expiresAt.toISOString() },
      user: { id: String(session?.userId), email, name: "Ann" },
    });
  }
});

test("leaves all else to better-auth, which refuses it", async () => {
  const { cookie, token } = account;
  const [value = "", signature = ""] = token.split(".");
  const other = await signUp();
  const [, otherSignature = ""] = other.token.split(".");
  const refused = [
    new Headers(),
    withCookie(""),
    withCookie(`${COOKIE}=`),
    withCookie(`${COOKIE}=${value}`),
    withCookie(`${COOKIE}=${value}.${encodeURIComponent(otherSignature)}`),
    withCookie(`${COOKIE}=${value}x.${encodeURIComponent(signature)}`),
    withCookie(`x${cookie}`),
    withBearer(value),
    withBearer(`${value}.`),
    withBearer(`.${signature}`),
    withBearer(`${value}.${signature.slice(0, -1)}`),
    withBearer(`${value}.${"A".repeat(43)}=`),
    withBearer("%"),
    new Headers({ authorization: `Basic ${token}` }),
  ];
  const read = readerOf(SECRET);
  for (const headers of refused) {
    expect(await read(headers)).toBeUndefined();
    expect(await ask(headers)).toBeNull();
    expect(await auth.findSession(headers)).toBeNull();
  }
  expect(await readerOf(`another ${SECRET}`)(withCookie(cookie))).toBeUndefined();
});

test("a session or user that is gone, and one whose time is up, has no session", async () => {
  const read = readerOf(SECRET);
  const { db } = database;
  const headers = withCookie(account.cookie);
  const expire = (at: Date): Promise<unknown> =>
    db.updateTable("user_session").set({ expires_at: at }).execute();
  await expire(new Date(Date.now() - 1));
  expect(await read(headers)).toBeUndefined();
  expect(await auth.findSession(headers)).toBeNull();

  account = await signUp();
  await db.deleteFrom("user_session").execute();
  expect(await auth.findSession(withCookie(account.cookie))).toBeNull();
});

test("a ban shows with the next request", async () => {
  const headers = withBearer(account.token);
  expect(await auth.findSession(headers)).toMatchObject({ banned: false });
  await database.db.updateTable("user_account").set({ banned: true }).execute();
  expect(await auth.findSession(headers)).toMatchObject({ banned: true });
});

test("an account that is being deleted is refused, for as long as that may take", async () => {
  const headers = withBearer(account.token);
  for (const [minutes, banned] of [
    [1, true],
    [-1, false],
  ] as const) {
    const closing_until = new Date(Date.now() + minutes * 60_000);
    await database.db.updateTable("user_account").set({ closing_until }).execute();
    expect(await auth.findSession(headers)).toMatchObject({ banned });
  }
});

test("a session that was renewed long ago is renewed by better-auth", async () => {
  const headers = withCookie(account.cookie);
  const soon = new Date(Date.now() + 5 * DAY_MS);
  await database.db.updateTable("user_session").set({ expires_at: soon }).execute();
  expect(await readerOf(SECRET)(headers)).toBeUndefined();
  const session = await auth.findSession(headers);
  expect(session?.expiresAt.getTime()).toBeGreaterThan(soon.getTime() + DAY_MS);
  expect(await readerOf(SECRET)(headers)).toMatchObject({ id: session?.id });
});

test("the cookie of a host behind HTTPS has another name", async () => {
  const secure = `__Secure-${account.cookie}`;
  expect(await readerOf(SECRET)(withCookie(secure))).toBeUndefined();
  expect(await readerOf(SECRET, `__Secure-${COOKIE}`)(withCookie(secure))).toBeDefined();
});
