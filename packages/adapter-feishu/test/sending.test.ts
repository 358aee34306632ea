import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { assertNoSecret, until } from "@botwright/adapter-kit/contract";
import { openFixture, type Fixture, USER } from "./feishu.ts";

function calls(fixture: Fixture, end: string): number {
  return fixture.feishu.requests().filter(({ call }) => call.endsWith(end)).length;
}

/** A message of a person, with the token that it came with. */
async function ask(fixture: Fixture): Promise<{ messageId: string; contextToken: string }> {
  const before = fixture.received.length;
  const { messageId } = await fixture.feishu.say({ from: USER, text: "question" });
  await until("the question", () => fixture.received.length > before);
  return { messageId, contextToken: fixture.received[before]?.message.contextToken ?? "" };
}

test("with a context token a text is a reply; only its first part", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const { messageId, contextToken } = await ask(fixture);
  await adapter.sendText(USER, "x".repeat(3501), { contextToken });
  await adapter.sendText(USER, "more", { contextToken, continuation: true });
  const sent = fixture.feishu.sent();
  expect(sent.map(({ quotes }) => quotes?.messageId)).toEqual([messageId, undefined, undefined]);
  expect(sent[0]?.text).toHaveLength(3500);
});

test.each([230011, 230110, 231003, 404] as const)(
  "a reply to a message that is gone (%i) goes out as a plain message",
  async (code) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const { contextToken } = await ask(fixture);
    const fault = fixture.feishu.fault("recalled", { method: "reply", code });
    await adapter.sendText(USER, "answer", { contextToken });
    expect(fault.hits).toBe(1);
    expect(fixture.feishu.sent()).toMatchObject([{ to: USER, text: "answer" }]);
    expect(fixture.feishu.sent()[0]?.quotes).toBeUndefined();
  },
);

test.each(["the message's id", "another chat's token", "a path"])(
  "%s is no token to reply with: the text goes out as a plain one",
  async (what) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const other = await fixture.feishu.say({ from: "ou_other", text: "private" });
    await until("the message", () => fixture.received.length === 1);
    const { messageId } = await ask(fixture);
    const contextToken =
      { "the message's id": messageId, "a path": `../../bot/v3/info?${messageId}` }[what] ??
      fixture.received[0]?.message.contextToken ??
      "";
    expect(contextToken).not.toBe("");
    await adapter.sendText(USER, "answer", { contextToken });
    await adapter.sendText(USER, "answer", { contextToken: other.messageId });
    expect(fixture.feishu.sent()).toMatchObject([{ to: USER }, { to: USER }]);
    expect(calls(fixture, "/reply")).toBe(0);
  },
);

test.each([
  [USER, "open_id"],
  ["on_1", "union_id"],
  ["oc_1", "chat_id"],
  ["ann@example.org", "email"],
  ["1a2b3c", "user_id"],
])("%s is named to the platform as %s", async (to, type) => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  // Only the first is known there.
  await adapter.sendText(to, "hello").catch(() => {});
  const sends = fixture.feishu.requests().filter(({ call }) => call.endsWith("/messages"));
  expect(sends.map(({ params }) => params["receive_id_type"])).toEqual([type]);
});

test("a reply to a message that was recalled goes out as a plain message", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const { messageId, contextToken } = await ask(fixture);
  fixture.feishu.recall(messageId);
  const receipt = await adapter.sendText(USER, "answer", { contextToken });
  expect(calls(fixture, "/reply")).toBe(1);
  expect(fixture.feishu.sent()).toMatchObject([{ text: "answer", messageId: receipt.id }]);
  expect(fixture.feishu.sent()[0]?.quotes).toBeUndefined();
});

test.each([99991663, 99991671] as const)(
  "a token that is refused with %i is replaced, once",
  async (code) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const fault = fixture.feishu.fault("expired-token", { code, method: "send" });
    await adapter.sendText(USER, "again");
    expect([fault.hits, fixture.feishu.sent().length, calls(fixture, "/internal")]).toEqual([
      1, 1, 2,
    ]);
    fixture.feishu.fault("expired-token", { code, method: "send", times: 9 });
    await expect(adapter.sendText(USER, "no")).rejects.toMatchObject({
      code: "PLATFORM_UNAUTHORIZED",
      platformCode: String(code),
    });
    expect(calls(fixture, "/internal")).toBe(3);
  },
);

test("the token is fetched once for callers at the same time, and anew when it has expired", async () => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter();
  const send = (text: string): Promise<unknown> => adapter.sendText(USER, text);
  const users = [USER, "ou_2", "ou_3"];
  for (const id of users) fixture.feishu.introduce({ id });
  await Promise.all(users.map((user) => adapter.sendText(user, "hello")));
  expect(calls(fixture, "/internal")).toBe(1);
  fixture.feishu.fault("expired-token");
  await send("after");
  expect(calls(fixture, "/internal")).toBe(2);
  expect(fixture.feishu.sent().at(-1)?.text).toBe("after");
});

test("a token of short life is replaced before it ends", async () => {
  let now = 1_800_000_000_000;
  const clock = { now: () => now, after: () => () => {} };
  await using fixture = await openFixture({ clock: () => now });
  const adapter = fixture.adapter({ clock });
  await adapter.sendText(USER, "one");
  now += 7_200_000 - 179_000;
  await adapter.sendText(USER, "two");
  expect(calls(fixture, "/internal")).toBe(2);
  const statuses = fixture.feishu.requests().map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test.each([
  { code: 230020 },
  { code: 99991400 },
  { code: 429, retryAfter: 3 },
  { code: 99991400, retryAfter: 3, header: "x-ogw-ratelimit-reset" },
] as const)("a rate limit is waited out: %o", async (options) => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  fixture.feishu.fault("rate-limit", { method: "send", times: 2, ...options });
  await adapter.sendText(USER, "patience");
  expect(fixture.feishu.sent()).toHaveLength(1);
  const sends = fixture.feishu.requests().filter(({ call }) => call.endsWith("/messages"));
  expect(new Set(sends.map(({ params }) => params["uuid"]))).toHaveProperty("size", 1);
  const asked = "retryAfter" in options;
  expect(fixture.clock.waits).toEqual(expect.arrayContaining(asked ? [3000, 3000] : [1000, 2000]));
});

test("a rate limit that lasts becomes a typed error", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const fault = fixture.feishu.fault("rate-limit", { method: "send", times: 99 });
  await expect(adapter.sendText(USER, "no")).rejects.toMatchObject({
    code: "PLATFORM_RATE_LIMITED",
    platformCode: "230020",
  });
  expect(fault.hits).toBe(4);
});

test("a send whose answer is lost is repeated with the same key, and arrives once", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  fixture.feishu.fault("lost-reply", { method: "send" });
  await adapter.sendText(USER, "once");
  fixture.feishu.fault("garbled", { method: "send" });
  await adapter.sendText(USER, "again once");
  expect(fixture.feishu.sent().map(({ text }) => text)).toEqual(["once", "again once"]);
  await adapter.sendText(USER, "keyed", { idempotencyKey: "k" });
  await adapter.sendText(USER, "keyed", { idempotencyKey: "k" });
  expect(fixture.feishu.sent()).toHaveLength(3);
});

test("a send whose answer is late is repeated with the same key", async () => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ requestTimeoutMs: 2000 });
  await adapter.sendText(USER, "warm");
  fixture.feishu.fault("slow", { method: "send", ms: 60_000 });
  await adapter.sendText(USER, "late");
  expect(fixture.feishu.sent().map(({ text }) => text)).toEqual(["warm", "late"]);
});

test.each([
  ["server-error", { method: "send", times: 5 }, "PLATFORM_UNAVAILABLE", "500"],
  ["missing-permission", { method: "send" }, "PLATFORM_FORBIDDEN", "99991672"],
  ["revoked-credentials", {}, "PLATFORM_UNAUTHORIZED", "10014"],
] as const)(
  "%s becomes a typed error without secrets",
  async (name, options, code, platformCode) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    fixture.feishu.fault(name, options);
    const error: unknown = await adapter.sendText(USER, "no").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, platformCode });
    assertNoSecret(error, fixture.secrets, "an error");
  },
);

test("a row of failures is waited out, and the message arrives once", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const before = fixture.clock.waits.length;
  for (const fault of ["lost-reply", "garbled", "server-error", "drop-connection"] as const) {
    fixture.feishu.fault(fault, { method: "send" });
  }
  await adapter.sendText(USER, "fifth try");
  // The connection waits for its next ping beside them.
  const waits = fixture.clock.waits.slice(before).filter((ms) => ms < 60_000);
  expect(waits).toEqual([1000, 2000, 4000, 8000]);
  expect(fixture.feishu.sent()).toHaveLength(1);
});

test("typing is a reaction on the last message, once, and goes with the answer", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await adapter.sendTyping?.(USER);
  expect(fixture.feishu.typing()).toEqual([]);
  const { messageId } = await fixture.feishu.say({ from: USER, text: "work" });
  await until("the message", () => fixture.received.length === 1);
  await adapter.sendTyping?.(USER);
  await adapter.sendTyping?.(USER);
  expect(fixture.feishu.typing()).toMatchObject([{ to: USER, state: "shown", times: 1 }]);
  await adapter.sendText(USER, "done");
  await until("its end", () => removed() === 1);
  await adapter.sendTyping?.(USER);
  await adapter.cancelTyping?.(USER);
  expect(removed()).toBe(2);
  expect(fixture.feishu.requests().some(({ call }) => call.includes(messageId))).toBe(true);

  function removed(): number {
    const { feishu } = fixture;
    return feishu.requests().filter(({ verb, status }) => verb === "DELETE" && status === 200)
      .length;
  }
});

test("a stop takes the typing reaction away", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await fixture.feishu.say({ from: USER, text: "work" });
  await until("the message", () => fixture.received.length === 1);
  await adapter.sendTyping?.(USER);
  await adapter.stop();
  expect(fixture.feishu.typing()).toMatchObject([{ state: "cancelled" }]);
});

test("a typing reaction that fails may be tried again", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await fixture.feishu.say({ from: USER, text: "work" });
  await until("the message", () => fixture.received.length === 1);
  fixture.feishu.fault("missing-permission", { method: "react" });
  await adapter.sendTyping?.(USER);
  expect(fixture.feishu.typing()).toEqual([]);
  await adapter.sendTyping?.(USER);
  expect(fixture.feishu.typing()).toMatchObject([{ state: "shown" }]);
});

test("a typing reaction that may be there after a fault of the server is looked up", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await ask(fixture);
  fixture.feishu.fault("server-error", { method: "react" });
  await adapter.sendTyping?.(USER);
  await adapter.cancelTyping?.(USER);
  const looks = fixture.feishu.requests().filter(({ verb, call, status }) => {
    return verb === "GET" && call.endsWith("/reactions") && status === 200;
  });
  expect(looks).toHaveLength(1);
  await adapter.sendTyping?.(USER);
  expect(fixture.feishu.typing()).toMatchObject([{ state: "shown" }]);
});

test("a typing reaction whose id was lost is looked up and removed", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await ask(fixture);
  fixture.feishu.fault("lost-reply", { method: "react" });
  await adapter.sendTyping?.(USER);
  expect(fixture.feishu.typing()).toMatchObject([{ state: "shown" }]);
  await adapter.cancelTyping?.(USER);
  expect(fixture.feishu.typing()).toMatchObject([{ state: "cancelled" }]);
  // It is free for the next one.
  await adapter.sendTyping?.(USER);
  expect(fixture.feishu.typing()).toMatchObject([{ state: "cancelled" }, { state: "shown" }]);
});

test("a removal of the typing reaction that was lost is made again", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await ask(fixture);
  await adapter.sendTyping?.(USER);
  fixture.feishu.fault("server-error", { method: "unreact", times: 2 });
  await adapter.cancelTyping?.(USER);
  expect(fixture.feishu.typing()).toMatchObject([{ state: "shown" }]);
  await until("its end", () => fixture.feishu.typing()[0]?.state === "cancelled");
  expect(fixture.clock.waits).toEqual(expect.arrayContaining([1000, 2000]));
});

test("a stop ends the attempts to remove the typing reaction", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await ask(fixture);
  await adapter.sendTyping?.(USER);
  fixture.feishu.fault("server-error", { method: "unreact", times: 100 });
  await adapter.stop();
  const attempts = (): number =>
    fixture.feishu.requests().filter(({ verb }) => verb === "DELETE").length;
  expect(attempts()).toBe(1);
  await setTimeout(50);
  expect(attempts()).toBe(1);
});

test("a typing reaction that is not wanted does not exist", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started({ typingReaction: false });
  expect(adapter.capabilities.typing).toBe(false);
  expect("sendTyping" in adapter).toBe(false);
});
