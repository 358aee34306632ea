/** @module-tag long */
import { randomBytes } from "node:crypto";
import { createEmailVerificationToken } from "better-auth/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuth, createHost, createUsers, type Host } from "../../src/index.ts";
import { createMailer } from "../../src/server/mail.ts";
import { createCollectingLogger } from "../collecting-logger.ts";
import { type MailServer, startMailServer } from "../mail-server.ts";
import { openTestDatabase } from "../test-database.ts";

const publicUrl = "https://bots.example.org";
const secret = "s".repeat(32);
const password = "correct horse";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let mail: MailServer;
let host: Host;
let administrator: [email: string, password: string];
const { logger, lines } = createCollectingLogger();

beforeAll(async () => {
  [database, mail] = await Promise.all([openTestDatabase(), startMailServer()]);
  const { user, database: name, host: socket } = database.connection;
  host = createHost({
    database: `postgresql://${user}@/${name}?host=${encodeURIComponent(socket)}`,
    publicUrl,
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: secret,
    onAdminPassword: (...login) => {
      administrator = login;
    },
    sendMail: createMailer(mail.url, "bots@example.org"),
    builtins: { plugins: [], version: "1.0.0" },
    logger,
  });
  await host.start();
});
afterAll(async () => {
  await host.stop();
  await mail[Symbol.asyncDispose]();
  await database.close();
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

let addresses = 0;
/** Asks as a client of its own, unless it has an address. */
async function post(path: string, body: object, address?: string): Promise<Answer> {
  addresses += 1;
  const headers = { "content-type": "application/json" };
  const request = new Request(`${publicUrl}/api/auth/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const answer = await host.fetch(request, { address: address ?? `192.0.2.${addresses}` });
  const { "x-request-id": _id, ...rest } = Object.fromEntries(answer.headers);
  return { status: answer.status, body: await answer.json(), headers: rest };
}

const signUp = (email: string, own = password): Promise<Answer> =>
  post("sign-up/email", { name: "x", email, password: own });
const signIn = (email: string, own = password): Promise<Answer> =>
  post("sign-in/email", { email, password: own });
const sendAgain = (email: string, address?: string): Promise<Answer> =>
  post("send-verification-email", { email }, address);

const lettersTo = (email: string) => mail.letters.filter(({ to }) => to === email);

/** Waits until an address has this number of letters; returns the page and the token of the last one's link. */
async function linkOf(email: string, count = 1): Promise<{ page: string; token: string }> {
  await expect.poll(() => lettersTo(email)).toHaveLength(count);
  const { text } = lettersTo(email).at(-1) ?? { text: "" };
  const url = new URL(/https:\S+token=\S+/u.exec(text)?.[0] ?? "", publicUrl);
  return { page: url.pathname, token: url.searchParams.get("token") ?? "" };
}

const unverified = { status: 403, body: { code: "EMAIL_NOT_VERIFIED" } };

// spec: auth.accounts
test("a user logs in once the link of the letter was opened, which is good once", async () => {
  const email = "ann@example.org";
  await signUp(email);
  const { page, token } = await linkOf(email);
  expect(page).toBe("/verify-email");
  expect(await signIn(email)).toMatchObject(unverified);
  const wrong = await signIn(email, "wrong password");
  expect(wrong).toMatchObject({ status: 401, body: { code: "INVALID_EMAIL_OR_PASSWORD" } });
  expect(wrong).toEqual(await signIn("nobody@example.org", "wrong password"));
  const verified = await post("verify-email", { token });
  expect(verified).toMatchObject({ status: 200, body: { ok: true } });
  expect(verified.headers).not.toHaveProperty("set-cookie");
  const used = { status: 400, body: { code: "INVALID_TOKEN" } };
  expect(await post("verify-email", { token })).toMatchObject(used);
  expect(await signIn(email)).toMatchObject({ status: 200, body: { user: { email } } });
});

test("a sign-up is answered alike for every address, and each address gets a letter", async () => {
  const [first, second] = [await signUp("ben@example.org"), await signUp("ben2@example.org")];
  await post("verify-email", { token: (await linkOf("ben@example.org")).token });
  const known = await signUp("Ben@example.org", "another password");
  const waiting = await signUp("ben2@example.org");
  expect(first).toMatchObject({ status: 200, body: { user: null } });
  expect(first.headers).not.toHaveProperty("set-auth-token");
  expect([second, known, waiting]).toEqual([first, first, first]);
  await expect.poll(() => lettersTo("ben@example.org")).toHaveLength(2);
  expect(lettersTo("ben@example.org")[1]?.subject).toContain("you have an account already");
  // The password of a second sign-up is not that of the account.
  expect((await signIn("ben@example.org", "another password")).status).toBe(401);
  expect((await signIn("ben@example.org")).status).toBe(200);
});

test("several simultaneous sign-ups of an address are all answered alike", async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp("gil@example.org")));
  expect(answers).toEqual(Array(5).fill(answers[0]));
  expect(answers[0]).toMatchObject({ status: 200, body: { user: null } });
});

test("an address that a stranger has signed up is its owner's", async () => {
  const email = "cleo@example.org";
  await signUp(email, "of somebody else");
  await linkOf(email);
  await signUp(email, password);
  const { page, token } = await linkOf(email, 2);
  expect(page).toBe("/reset-password");
  expect((await post("reset-password", { token, newPassword: password })).status).toBe(200);
  expect((await signIn(email, "of somebody else")).status).toBe(401);
  expect((await signIn(email)).status).toBe(200);
});

test("a link that has expired, or has a foreign signature, verifies nothing", async () => {
  const email = "dan@example.org";
  await signUp(email);
  for (const token of [
    await createEmailVerificationToken(secret, email, undefined, -1),
    await createEmailVerificationToken("t".repeat(32), email),
    "none",
  ]) {
    const answer = await post("verify-email", { token });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_TOKEN" } });
  }
  expect(await signIn(email)).toMatchObject(unverified);
});

test("the letter is sent again to an unverified address, and every address is answered alike", async () => {
  await signUp("eve@example.org");
  await linkOf("eve@example.org");
  const answer = await sendAgain("eve@example.org");
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  const { page, token } = await linkOf("eve@example.org", 2);
  expect(page).toBe("/verify-email");
  expect(await sendAgain("nobody@example.org")).toEqual(answer);
  await post("verify-email", { token });
  expect(await sendAgain("eve@example.org")).toEqual(answer);
  // What was sent before this letter has arrived too.
  await signUp("eve2@example.org");
  await linkOf("eve2@example.org");
  const letters = [...lettersTo("nobody@example.org"), ...lettersTo("eve@example.org")];
  expect(letters).toHaveLength(2);
});

test("letters are limited for each address, whether or not it has an account", async () => {
  await signUp("flo@example.org");
  for (const email of ["flo@example.org", "no-flo@example.org"]) {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await post("request-password-reset", { email }, "203.0.113.1")).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await sendAgain(email, "203.0.113.1")).status).toBe(429);
    expect((await sendAgain(email, "203.0.113.2")).status).toBe(200);
  }
});

test("a letter that cannot be sent does not change the answer, and is logged", async () => {
  const before = await signUp("hal@example.org");
  await linkOf("hal@example.org");
  mail.refuse(true);
  expect(await signUp("hal2@example.org")).toEqual(before);
  await expect.poll(() => lines).toContain("a letter was not sent");
  mail.refuse(false);
  await sendAgain("hal2@example.org");
  await linkOf("hal2@example.org");
});

test("users whom an administrator has made, and those of a host without mail, are verified", async () => {
  const { db } = database;
  const auth = createAuth({ db, secret, publicUrl });
  const users = createUsers({ db, auth, publicUrl });
  await users.create({ name: "Ida", email: "ida@example.org", password });
  const body = JSON.stringify({ name: "Jon", email: "jon@example.org", password });
  const headers = { "content-type": "application/json" };
  const url = `${publicUrl}/api/auth/sign-up/email`;
  const made = await auth.handle(new Request(url, { method: "POST", headers, body }));
  expect(made.headers.get("set-auth-token")).toBeTruthy();
  expect((await signIn("ida@example.org")).status).toBe(200);
  expect((await signIn("jon@example.org")).status).toBe(200);
  expect((await signIn(...administrator)).status).toBe(200);
});

test("a user who has logged in while addresses were not verified is not asked to later", async () => {
  const email = "kim@example.org";
  await signUp(email);
  const { db } = database;
  const sendMail = createMailer(mail.url, "bots@example.org");
  const auth = createAuth({ db, secret, publicUrl, sendMail, verifyEmail: false });
  const body = JSON.stringify({ email, password });
  const headers = { "content-type": "application/json" };
  const url = `${publicUrl}/api/auth/sign-in/email`;
  expect(await signIn(email)).toMatchObject(unverified);
  const answer = await auth.handle(new Request(url, { method: "POST", headers, body }));
  expect(answer.status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
});
