import { createAuth } from "../../src/auth/auth.ts";
import { loginsBusy } from "../../src/auth/hash-queue.ts";
import { createHttpApp } from "../../src/http/app.ts";
import { createHostClient } from "../../src/api.ts";
import { serveHost } from "../../src/server/serve.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { duringTransaction } from "../during-transaction.ts";
import { PASSWORD } from "../known-users.ts";
import { loseStatement } from "../lose-answer.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const json = async (answer: Response | Promise<Response>): Promise<unknown> =>
  (await answer).json();

// spec: auth.accounts, auth.csrf
test("a user signs up, and is known by token and by cookie until logging out", async () => {
  const ann = await app.signUp("ann");
  const session = { user: { id: ann.id, name: "ann", email: ann.email, role: "user" } };
  expect(await json(ann.send("GET", "/api/auth/get-session"))).toMatchObject(session);
  const signIn = { email: ann.email, password: "correct horse" };
  const answer = await app.anyone.send("POST", "/api/auth/sign-in/email", signIn);
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  expect(answer.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/);
  const asBrowser = (method: string, path: string, headers: object = {}) =>
    app.anyone.send(method, path, method === "GET" ? undefined : {}, { cookie, ...headers });
  expect(await json(asBrowser("GET", "/api/auth/get-session"))).toMatchObject(session);
  const sessions = await asBrowser("GET", "/api/auth/list-sessions");
  const { items } = JSON.parse(await sessions.text());
  expect(items).toMatchObject([
    { ip_address: expect.any(String) },
    { ip_address: expect.any(String) },
  ]);
  expect(items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  const foreign = await asBrowser("POST", "/api/auth/sign-out", { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
  expect(await json(foreign)).toMatchObject({ code: "FOREIGN_ORIGIN" });
  const out = await asBrowser("POST", "/api/auth/sign-out", { "sec-fetch-site": "same-origin" });
  expect(out.status).toBe(200);
  expect((await asBrowser("GET", "/api/plugins/my")).status).toBe(401);
  expect((await ann.send("GET", "/api/plugins/my")).status).toBe(200);
});

test.each([" ", "Ann\nDeveloper of the month", "\u0007"])(
  "the name %j, which the library would show of a developer, is refused",
  async (name) => {
    const person = { name, email: "odd-name@example.org", password: PASSWORD };
    const answer = await app.anyone.send("POST", "/api/auth/sign-up/email", person);
    expect([answer.status, await json(answer)]).toMatchObject([400, { code: "INVALID_INPUT" }]);
    await expect(app.options.users.create(person)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  },
);

test.each(["/api/auth/get-session", "/api/bots"])(
  "who keeps coming by %s stays logged in: the cookie lasts as long as the session",
  async (path) => {
    const { id, email } = await app.addUser(`stays${path.replaceAll("/", "-")}`);
    const signIn = { email, password: PASSWORD };
    const answer = await app.anyone.send("POST", "/api/auth/sign-in/email", signIn);
    const [cookie = ""] = (answer.headers.getSetCookie()[0] ?? "").split(";");
    const come = () => app.anyone.send("GET", path, undefined, { cookie });
    expect((await come()).headers.getSetCookie()).toEqual([]);
    const expires_at = new Date(Date.now() + 5 * 86_400_000);
    const sessions = app.database.db.updateTable("user_session").where("user_id", "=", id);
    await sessions.set({ expires_at }).execute();
    const [renewed, other] = (await come()).headers.getSetCookie();
    expect([renewed, other]).toEqual([expect.stringMatching(/Max-Age=604800;/u), undefined]);
    expect(renewed?.split(";")[0]).toBe(cookie);
    expect((await come()).headers.getSetCookie()).toEqual([]);
  },
);

test.each(["/api/auth/sign-up/email", "/api/admin/users"])(
  "of who is made a user by %s, nothing is stored that the interface does not ask for",
  async (path) => {
    const email = `more${path.replaceAll("/", "-")}@example.org`;
    const more = { image: "x".repeat(10_000), role: "owner", callbackURL: "https://evil.example" };
    const body = { name: "More", email, password: PASSWORD, ...more };
    expect((await app.admin.send("POST", path, body)).ok).toBe(true);
    const row = app.database.db
      .selectFrom("user_account")
      .select(["image", "role"])
      .where("email", "=", email);
    expect(await row.executeTakeFirst()).toEqual({ image: null, role: "user" });
  },
);

test("a log-in during the deletion of the account is refused like a wrong password", async () => {
  const gone = await app.signUp("gone");
  const signIn = { email: gone.email, password: "correct horse" };
  const answer = await duringTransaction(
    app.database.db,
    (trx) => trx.deleteFrom("user_account").where("id", "=", gone.id).execute(),
    () => app.anyone.send("POST", "/api/auth/sign-in/email", signIn),
  );
  expect(answer.status).toBe(401);
  expect(await json(answer)).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
});

test("an account that is being deleted gets no session, for as long as that may take", async () => {
  const { id, email } = await app.signUp("leaving");
  const logIn = async (minutes: number): Promise<number> => {
    const closing_until = new Date(Date.now() + minutes * 60_000);
    const { db } = app.database;
    await db.updateTable("user_account").set({ closing_until }).where("id", "=", id).execute();
    const signIn = { email, password: "correct horse" };
    return (await app.anyone.send("POST", "/api/auth/sign-in/email", signIn)).status;
  };
  expect([await logIn(1), await logIn(-1)]).toEqual([403, 200]);
});

test("a wrong password and an unknown address are answered alike, and after ten tries not at all", async () => {
  const ben = await app.signUp("ben");
  const address = "198.51.100.7";
  const attempt = (email: string) =>
    app.http.fetch(
      new Request("https://bots.example.org/api/auth/sign-in/email", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `203.0.113.${Math.random()}`,
        },
        body: JSON.stringify({ email, password: "wrong password" }),
      }),
      { address },
    );
  const wrong = await attempt(ben.email);
  const unknown = await attempt("nobody@example.org");
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(await json(wrong)).toEqual(await json(unknown));
  for (let count = 1; count < 10; count += 1) await attempt(ben.email);
  const refused = await attempt(ben.email);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await json(refused)).toMatchObject({ code: "TOO_MANY_REQUESTS" });
});

test("of several simultaneous sign-ups of an address one gets it, and the others an error", async () => {
  const body = { name: "gil", email: "gil@example.org", password: "correct horse" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.anyone.send("POST", "/api/auth/sign-up/email", body)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(await json(answer)).toMatchObject({ code: "EMAIL_TAKEN" });
  }
});

const postFrom = (address: string, path: string, body: object): Promise<Response> =>
  app.http.fetch(
    new Request(`https://bots.example.org${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    { address },
  );

test(
  "the addresses of an IPv6 network are one client, who guesses no more than any other",
  { tags: ["long"] },
  async () => {
    const guess = { email: "nobody-6@example.org", password: "wrong password" };
    const statuses: number[] = [];
    for (let count = 1; count <= 11; count += 1) {
      const address = `2001:db8:7:7::${count.toString(16)}`;
      statuses.push((await postFrom(address, "/api/auth/sign-in/email", guess)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  },
);

test("a client that tries tokens of links does not keep others from a new password", async () => {
  const reset = { token: "made up", newPassword: "battery staple" };
  const statuses = new Set<number>();
  for (let count = 0; count < 60; count += 1) {
    const address = `203.0.113.${count}`;
    statuses.add((await postFrom(address, "/api/auth/reset-password", reset)).status);
  }
  expect([...statuses]).toEqual([400]);
});

// spec: publication.ban, publication.unban, http.ban-paths, http-error.banned
test("a ban ends all sessions and refuses new ones, until it is lifted", async () => {
  const eve = await app.signUp("eve");
  const ban = `/api/admin/users/${eve.id}/ban`;
  expect(await json(app.admin.send("POST", ban, { reason: "spam" }))).toMatchObject({
    id: eve.id,
    banned: true,
    ban_reason: "spam",
  });
  expect((await eve.send("GET", "/api/plugins/my")).status).toBe(401);
  const signIn = { email: eve.email, password: "correct horse" };
  const refused = await app.anyone.send("POST", "/api/auth/sign-in/email", signIn);
  expect(refused.status).toBe(403);
  expect(await json(refused)).toMatchObject({ code: "BANNED" });
  await app.admin.send("POST", `/api/admin/users/${eve.id}/unban`);
  expect((await app.anyone.send("POST", "/api/auth/sign-in/email", signIn)).status).toBe(200);
});

test("an administrator's link sets a password once, and ends the sessions", async () => {
  const flo = await app.signUp("flo");
  const link = await json(app.admin.send("POST", `/api/admin/users/${flo.id}/reset-link`));
  const { searchParams } = new URL(String(Reflect.get(Object(link), "url")));
  const reset = { token: searchParams.get("token"), newPassword: "battery staple" };
  expect((await app.anyone.send("POST", "/api/auth/reset-password", reset)).status).toBe(200);
  expect((await app.anyone.send("POST", "/api/auth/reset-password", reset)).status).toBe(400);
  expect((await flo.send("GET", "/api/plugins/my")).status).toBe(401);
  const signIn = { email: flo.email, password: "battery staple" };
  expect((await app.anyone.send("POST", "/api/auth/sign-in/email", signIn)).status).toBe(200);
});

/** The token of a new link for a user's password. */
async function linkToken(userId: number): Promise<string | null> {
  const link = await json(app.admin.send("POST", `/api/admin/users/${userId}/reset-link`));
  return new URL(String(Reflect.get(Object(link), "url"))).searchParams.get("token");
}

test("a new password ends the other links for one, also of two that are used at once", async () => {
  const liv = await app.signUp("liv");
  const tokens = [await linkToken(liv.id), await linkToken(liv.id), await linkToken(liv.id)];
  const use = async (token: unknown): Promise<number> =>
    (
      await app.anyone.send("POST", "/api/auth/reset-password", {
        token,
        newPassword: "battery staple",
      })
    ).status;
  const statuses = await Promise.all(tokens.slice(0, 2).map(use));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(await use(tokens[2])).toBe(400);
});

const asScript = (path: string): Promise<Response> =>
  app.anyone.send("GET", path, undefined, { authorization: `Bearer ${ADMIN_TOKEN}` });

// spec: auth.admin-token
test("the administrator's token opens the administrator's endpoints, and no others", async () => {
  expect((await asScript("/api/admin/users")).status).toBe(200);
  expect((await asScript("/api/plugins/my")).status).toBe(403);
});

test("better-auth's other endpoints do not exist", async () => {
  for (const path of ["delete-user", "update-user", "ok", "error", "admin/ban-user"]) {
    const answer = await app.admin.send("POST", `/api/auth/${path}`, {});
    expect(answer.status).toBe(404);
    expect(await json(answer)).toMatchObject({ code: "NOT_FOUND" });
  }
});

test("the page of the interface shows every endpoint, without any script", async () => {
  const page = await app.anyone.send("GET", "/api");
  const text = await page.text();
  expect(page.headers.get("content-type")).toContain("text/html");
  const { paths } = JSON.parse(await (await app.anyone.send("GET", "/openapi.json")).text());
  for (const path of Object.keys(paths)) expect(text).toContain(`<code>${path}</code>`);
  expect(text).not.toMatch(/<script|style=/);
  const comments = [...text.matchAll(/  \/\/ (.*)$/gmu)].map(([, words = ""]) => words);
  expect(comments.length).toBeGreaterThan(100);
  expect(comments.filter((words) => !/[.`)]$/u.test(words))).toEqual([]);
});

test("the typed client asks with a token", async () => {
  const served = await serveHost({ fetch: (request) => app.http.fetch(request) }, { port: 0 });
  const ida = await app.signUp("ida");
  const client = createHostClient(served.url, ida.token);
  const { items } = await (await client.api.bots.$get()).json();
  expect(items).toEqual([]);
  const anyone = createHostClient(served.url);
  expect((await anyone.api.bots.$get()).status).toBe(401);
  await served.close();
});

test("while too many passwords wait to be hashed, log-ins are told when to come again", async () => {
  const max = await app.signUp("max");
  const token = await linkToken(max.id);
  const asked: string[] = [];
  const run = async (client: string): Promise<never> => {
    asked.push(client);
    throw loginsBusy();
  };
  const { db } = app.database;
  const secret = "s".repeat(32);
  const auth = createAuth({ db, secret, publicUrl: "http://localhost", hashes: { run } });
  const http = createHttpApp({ ...app.options, auth });
  const send = (path: string, body: object): Response | Promise<Response> =>
    http.app.request(`/api/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const password = "correct horse";
  for (const answer of [
    await send("sign-in/email", { email: max.email, password }),
    await send("sign-in/email", { email: "nobody@example.org", password }),
    await send("sign-up/email", { name: "new", email: "new@example.org", password }),
    await send("reset-password", { token, newPassword: "battery staple" }),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(await json(answer)).toMatchObject({ code: "LOGINS_BUSY" });
  }
  expect(asked).toHaveLength(4);
  await expect(auth.isPassword(max.id, password)).rejects.toMatchObject({ code: "LOGINS_BUSY" });
  // The link is as good as before.
  const again = { token, newPassword: "battery staple" };
  expect((await app.anyone.send("POST", "/api/auth/reset-password", again)).status).toBe(200);
});

test("a log-in while the database cannot be reached is told to come again, as every request is", async () => {
  const { db } = loseStatement(app.database, { statement: /SelectQueryNode.*WhereNode.*"email"/u });
  const auth = createAuth({ db, secret: "s".repeat(32), publicUrl: "http://localhost" });
  const http = createHttpApp({ ...app.options, auth });
  const answer = await http.app.request("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "nobody@example.org", password: "correct horse" }),
  });
  expect(await json(answer)).toMatchObject({ code: "UNAVAILABLE" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
});
