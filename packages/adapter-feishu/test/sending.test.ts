import { expect, test } from "vitest";
import { assertNoSecret, until } from "@botwright/adapter-kit/contract";
import { openScene, type Scene, USER } from "./feishu.ts";

function calls(scene: Scene, end: string): number {
  return scene.feishu.requests().filter(({ call }) => call.endsWith(end)).length;
}

/** A message of a person, with the token that it came with. */
async function ask(scene: Scene): Promise<{ messageId: string; contextToken: string }> {
  const before = scene.received.length;
  const { messageId } = await scene.feishu.say({ from: USER, text: "question" });
  await until("the question", () => scene.received.length > before);
  return { messageId, contextToken: scene.received[before]?.message.contextToken ?? "" };
}

test("with a context token a text is a reply; only its first part", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  const { messageId, contextToken } = await ask(scene);
  await adapter.sendText(USER, "x".repeat(3501), { contextToken });
  await adapter.sendText(USER, "more", { contextToken, continuation: true });
  const sent = scene.feishu.sent();
  expect(sent.map(({ quotes }) => quotes?.messageId)).toEqual([messageId, undefined, undefined]);
  expect(sent[0]?.text).toHaveLength(3500);
});

test.each([230011, 230110, 231003, 404] as const)(
  "a reply to a message that is gone (%i) goes out as a plain message",
  async (code) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const { contextToken } = await ask(scene);
    const fault = scene.feishu.fault("recalled", { method: "reply", code });
    await adapter.sendText(USER, "answer", { contextToken });
    expect(fault.hits).toBe(1);
    expect(scene.feishu.sent()).toMatchObject([{ to: USER, text: "answer" }]);
    expect(scene.feishu.sent()[0]?.quotes).toBeUndefined();
  },
);

test.each(["the message's id", "another chat's token", "a path"])(
  "%s is no token to reply with: the text goes out as a plain one",
  async (what) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const other = await scene.feishu.say({ from: "ou_other", text: "private" });
    await until("the message", () => scene.received.length === 1);
    const { messageId } = await ask(scene);
    const contextToken =
      { "the message's id": messageId, "a path": `../../bot/v3/info?${messageId}` }[what] ??
      scene.received[0]?.message.contextToken ??
      "";
    expect(contextToken).not.toBe("");
    await adapter.sendText(USER, "answer", { contextToken });
    await adapter.sendText(USER, "answer", { contextToken: other.messageId });
    expect(scene.feishu.sent()).toMatchObject([{ to: USER }, { to: USER }]);
    expect(calls(scene, "/reply")).toBe(0);
  },
);

test.each([
  [USER, "open_id"],
  ["on_1", "union_id"],
  ["oc_1", "chat_id"],
  ["ann@example.org", "email"],
  ["1a2b3c", "user_id"],
])("%s is named to the platform as %s", async (to, type) => {
  await using scene = await openScene();
  const adapter = await scene.started();
  // Only the first is known there.
  await adapter.sendText(to, "hello").catch(() => {});
  const sends = scene.feishu.requests().filter(({ call }) => call.endsWith("/messages"));
  expect(sends.map(({ params }) => params["receive_id_type"])).toEqual([type]);
});

test("a reply to a message that was recalled goes out as a plain message", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  const { messageId, contextToken } = await ask(scene);
  scene.feishu.recall(messageId);
  const receipt = await adapter.sendText(USER, "answer", { contextToken });
  expect(calls(scene, "/reply")).toBe(1);
  expect(scene.feishu.sent()).toMatchObject([{ text: "answer", messageId: receipt.id }]);
  expect(scene.feishu.sent()[0]?.quotes).toBeUndefined();
});

test.each([99991663, 99991671] as const)(
  "a token that is refused with %i is replaced, once",
  async (code) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const fault = scene.feishu.fault("expired-token", { code, method: "send" });
    await adapter.sendText(USER, "again");
    expect([fault.hits, scene.feishu.sent().length, calls(scene, "/internal")]).toEqual([1, 1, 2]);
    scene.feishu.fault("expired-token", { code, method: "send", times: 9 });
    await expect(adapter.sendText(USER, "no")).rejects.toMatchObject({
      code: "PLATFORM_UNAUTHORIZED",
      platformCode: String(code),
    });
    expect(calls(scene, "/internal")).toBe(3);
  },
);

test("the token is fetched once for callers at the same time, and anew when it has expired", async () => {
  await using scene = await openScene();
  const adapter = scene.adapter();
  const send = (text: string): Promise<unknown> => adapter.sendText(USER, text);
  const users = [USER, "ou_2", "ou_3"];
  for (const id of users) scene.feishu.introduce({ id });
  await Promise.all(users.map((user) => adapter.sendText(user, "hello")));
  expect(calls(scene, "/internal")).toBe(1);
  scene.feishu.fault("expired-token");
  await send("after");
  expect(calls(scene, "/internal")).toBe(2);
  expect(scene.feishu.sent().at(-1)?.text).toBe("after");
});

test("a token of short life is replaced before it ends", async () => {
  let now = 1_800_000_000_000;
  const clock = { now: () => now, after: () => () => {} };
  await using scene = await openScene({ clock: () => now });
  const adapter = scene.adapter({ clock });
  await adapter.sendText(USER, "one");
  now += 7_200_000 - 179_000;
  await adapter.sendText(USER, "two");
  expect(calls(scene, "/internal")).toBe(2);
  const statuses = scene.feishu.requests().map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test.each([
  { code: 230020 },
  { code: 99991400 },
  { code: 429, retryAfter: 3 },
  { code: 99991400, retryAfter: 3, header: "x-ogw-ratelimit-reset" },
] as const)("a rate limit is waited out: %o", async (options) => {
  await using scene = await openScene();
  const adapter = await scene.started();
  scene.feishu.fault("rate-limit", { method: "send", times: 2, ...options });
  await adapter.sendText(USER, "patience");
  expect(scene.feishu.sent()).toHaveLength(1);
  const sends = scene.feishu.requests().filter(({ call }) => call.endsWith("/messages"));
  expect(new Set(sends.map(({ params }) => params["uuid"]))).toHaveProperty("size", 1);
  const asked = "retryAfter" in options;
  expect(scene.clock.waits).toEqual(expect.arrayContaining(asked ? [3000, 3000] : [1000, 2000]));
});

test("a rate limit that lasts becomes a typed error", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  const fault = scene.feishu.fault("rate-limit", { method: "send", times: 99 });
  await expect(adapter.sendText(USER, "no")).rejects.toMatchObject({
    code: "PLATFORM_RATE_LIMITED",
    platformCode: "230020",
  });
  expect(fault.hits).toBe(4);
});

test("a send whose answer is lost is repeated with the same key, and arrives once", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  scene.feishu.fault("lost-reply", { method: "send" });
  await adapter.sendText(USER, "once");
  scene.feishu.fault("garbled", { method: "send" });
  await adapter.sendText(USER, "again once");
  expect(scene.feishu.sent().map(({ text }) => text)).toEqual(["once", "again once"]);
  await adapter.sendText(USER, "keyed", { idempotencyKey: "k" });
  await adapter.sendText(USER, "keyed", { idempotencyKey: "k" });
  expect(scene.feishu.sent()).toHaveLength(3);
});

test("a send whose answer is late is not repeated, and says that delivery is unknown", async () => {
  await using scene = await openScene();
  const adapter = scene.adapter({ requestTimeoutMs: 2000 });
  await adapter.sendText(USER, "warm");
  scene.feishu.fault("slow", { method: "send", ms: 60_000 });
  await expect(adapter.sendText(USER, "late")).rejects.toMatchObject({
    code: "NETWORK_TIMEOUT",
    deliveryUnknown: true,
  });
});

test.each([
  ["server-error", { method: "send", times: 2 }, "PLATFORM_UNAVAILABLE", "500"],
  ["missing-permission", { method: "send" }, "PLATFORM_FORBIDDEN", "99991672"],
  ["revoked-credentials", {}, "PLATFORM_UNAUTHORIZED", "10014"],
] as const)(
  "%s becomes a typed error without secrets",
  async (name, options, code, platformCode) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    scene.feishu.fault(name, options);
    const error: unknown = await adapter.sendText(USER, "no").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, platformCode });
    assertNoSecret(error, scene.secrets, "an error");
  },
);

test("one failure of the server is waited out", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  scene.feishu.fault("server-error", { method: "send" });
  await adapter.sendText(USER, "second try");
  expect(scene.feishu.sent()).toHaveLength(1);
});

test("typing is a reaction on the last message, once, and goes with the answer", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  await adapter.sendTyping?.(USER);
  expect(scene.feishu.typing()).toEqual([]);
  const { messageId } = await scene.feishu.say({ from: USER, text: "work" });
  await until("the message", () => scene.received.length === 1);
  await adapter.sendTyping?.(USER);
  await adapter.sendTyping?.(USER);
  expect(scene.feishu.typing()).toMatchObject([{ to: USER, state: "shown", times: 1 }]);
  await adapter.sendText(USER, "done");
  await until("its end", () => removed() === 1);
  await adapter.sendTyping?.(USER);
  await adapter.cancelTyping?.(USER);
  expect(removed()).toBe(2);
  expect(scene.feishu.requests().some(({ call }) => call.includes(messageId))).toBe(true);

  function removed(): number {
    const { feishu } = scene;
    return feishu.requests().filter(({ verb, status }) => verb === "DELETE" && status === 200)
      .length;
  }
});

test("a stop takes the typing reaction away", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  await scene.feishu.say({ from: USER, text: "work" });
  await until("the message", () => scene.received.length === 1);
  await adapter.sendTyping?.(USER);
  await adapter.stop();
  expect(scene.feishu.typing()).toMatchObject([{ state: "cancelled" }]);
});

test("a typing reaction that fails may be tried again", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  await scene.feishu.say({ from: USER, text: "work" });
  await until("the message", () => scene.received.length === 1);
  scene.feishu.fault("missing-permission", { method: "react" });
  await adapter.sendTyping?.(USER);
  expect(scene.feishu.typing()).toEqual([]);
  await adapter.sendTyping?.(USER);
  expect(scene.feishu.typing()).toMatchObject([{ state: "shown" }]);
});

test("a typing reaction that is not wanted does not exist", async () => {
  await using scene = await openScene();
  const adapter = await scene.started({ typingReaction: false });
  expect(adapter.capabilities.typing).toBe(false);
  expect("sendTyping" in adapter).toBe(false);
});
