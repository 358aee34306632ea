import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Client, openTestApp, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  // Streams look at their sessions in intervals too: not here.
  vi.useFakeTimers({ toFake: ["setInterval"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await app[Symbol.asyncDispose]();
});

const STREAMS = ["/api/changes", "/api/bot-events", "/api/messages/live"];

const WAYS: Readonly<Record<string, (user: Client) => Promise<Response>>> = {
  "a log-out": (user) => user.send("POST", "/api/auth/sign-out"),
  "the end of the session": (user) =>
    user.send("POST", "/api/auth/revoke-session", { token: user.token.split(".")[0] }),
  "a ban": (user) => app.admin.send("POST", `/api/admin/users/${user.id}/ban`, { reason: "spam" }),
  "another role": (user) =>
    app.admin.send("POST", `/api/admin/users/${user.id}/role`, { role: "admin" }),
  "the end of the account": (user) =>
    user.send("DELETE", "/api/account", { password: "correct horse" }),
};

test.each(Object.entries(WAYS))("%s ends the user's streams of events", async (what, end) => {
  const user = await app.addUser(what.replaceAll(" ", "-"));
  const streams = await Promise.all(STREAMS.map((path) => user.send("GET", path)));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  const ended = streams.map((stream) => stream.text());
  expect((await end(user)).ok).toBe(true);
  await Promise.all(ended);
});

test("all streams of a user count together", async () => {
  const user = await app.addUser("many-pages");
  const open = (count: number, path: string) =>
    Promise.all(Array.from({ length: count }, () => user.send("GET", path)));
  const [changes = "", bots = "", live = ""] = STREAMS;
  const streams = [await open(20, changes), await open(20, bots)].flat();
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const [refused] = await open(1, live);
  expect(refused?.status).toBe(409);
  expect(await refused?.json()).toMatchObject({ code: "STREAM_LIMIT" });
  await user.send("POST", "/api/auth/sign-out");
  await Promise.all(streams.map((stream) => stream.text()));
});
