import { assertNoSecret } from "@botwright/adapter-kit/contract";
import { createManualClock, type IncomingMessage, type PlatformAdapter } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openScene, type Scene, USER, until } from "./dingtalk.ts";

const texts = ({ received }: Scene): string[] => received.map(({ message }) => message.text);
const answers = ({ dingtalk }: Scene): Readonly<Record<string, unknown>>[] =>
  dingtalk
    .requests()
    .filter(({ call }) => call === "answer")
    .map(({ params }) => params);

/** Waits until the robot has so many sockets open, by what was pushed to them. */
async function connected(scene: Scene): Promise<void> {
  await until(() => expect(scene.calls("connections/open")).toBeGreaterThan(0));
  await scene.dingtalk.say({ from: USER, text: "connected?" });
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
}

test("pings are answered byte for byte, and an unknown topic with 404", async () => {
  await using scene = await openScene({ pingMs: 30 });
  await scene.started();
  await connected(scene);
  await until(() => {
    const opaque = answers(scene).filter(({ data }) => String(data).includes("opaque"));
    expect(opaque.length).toBeGreaterThan(3);
  });
  scene.dingtalk.broadcast({
    type: "CALLBACK",
    headers: { topic: "/v1.0/card/instances/callback", messageId: "m1" },
    data: "{}",
  });
  scene.dingtalk.broadcast({
    type: "EVENT",
    headers: { topic: "*", messageId: "m2", eventType: "user_add_org" },
    data: "{}",
  });
  await until(() =>
    expect(answers(scene)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 404,
          headers: expect.objectContaining({ messageId: "m1" }),
        }),
        expect.objectContaining({
          code: 200,
          headers: expect.objectContaining({ messageId: "m2" }),
          data: expect.stringContaining("SUCCESS"),
        }),
      ]),
    ),
  );
  // All pings were right: a wrong answer would have cost the socket.
  expect(scene.calls("connections/open")).toBe(1);
});

test("a connection that is told to go is replaced before it is closed", async () => {
  await using scene = await openScene({ disconnectMs: 150 });
  await scene.started();
  await connected(scene);
  scene.dingtalk.fault("disconnect");
  await until(() => expect(scene.calls("connections/open")).toBe(2));
  for (let index = 0; index < 5; index++) {
    await scene.dingtalk.say({ from: USER, text: `number ${index}` });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
  expect(texts(scene).slice(1)).toEqual([0, 1, 2, 3, 4].map((index) => `number ${index}`));
  expect(scene.calls("connections/open")).toBe(2);
});

test("a connection that is cut is made again, and what was said meanwhile comes", async () => {
  await using scene = await openScene();
  await scene.started();
  await connected(scene);
  scene.dingtalk.fault("drop-connection", { method: "open" });
  scene.dingtalk.fault("cut-socket");
  await scene.dingtalk.say({ from: USER, text: "still there?" });
  await until(() => expect(texts(scene)).toContain("still there?"));
  expect(scene.calls("connections/open")).toBe(3);
  assertNoSecret(scene.logger.lines, scene.dingtalk.secrets(), "the log");
});

test("a connection that is dead without a word is replaced, because no ping is answered", async () => {
  const clock = createManualClock(Date.now());
  await using scene = await openScene();
  await scene.started({ clock });
  await connected(scene);
  scene.dingtalk.fault("silent-socket");
  await scene.dingtalk.say({ from: USER, text: "hello?" });
  clock.advance(60_000);
  await until(() => {
    // The pause before the next connection passes as well.
    clock.advance(500);
    expect(texts(scene)).toContain("hello?");
  });
  expect(scene.calls("connections/open")).toBe(2);
});

test("a push that is lost comes again", async () => {
  await using scene = await openScene();
  await scene.started();
  await connected(scene);
  scene.dingtalk.fault("lost-frame");
  await scene.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(texts(scene)).toContain("hello"));
});

test("refused credentials end receiving and are told once", async () => {
  await using scene = await openScene();
  const onFailure = vi.fn<(error: unknown) => void>();
  await scene.started({ onFailure });
  await connected(scene);
  scene.dingtalk.fault("revoked-credentials");
  scene.dingtalk.fault("cut-socket");
  await until(() => expect(onFailure).toHaveBeenCalledOnce());
  expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ code: "PLATFORM_UNAUTHORIZED" });
  const calls = scene.calls("connections/open");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(scene.calls("connections/open")).toBe(calls);
});

test("a message that is pushed twice has one id, and is acknowledged twice", async () => {
  await using scene = await openScene();
  await scene.started();
  scene.dingtalk.fault("duplicate");
  const { id } = await scene.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
  expect(new Set(scene.received.map((incoming) => incoming.id))).toEqual(new Set([id]));
});

test("data that is not JSON, groups and unknown kinds are acknowledged and dropped", async () => {
  await using scene = await openScene();
  await scene.started();
  scene.dingtalk.fault("garbled-push");
  await scene.dingtalk.push({ from: USER, text: "to all", fields: { conversationType: "2" } });
  await scene.dingtalk.push({ from: USER, msgtype: "unknownMsgType" });
  await scene.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
  expect(texts(scene)).toEqual(["hello"]);
});

test("a message that the sink refuses is tried again, even if the platform never repeats it", async () => {
  await using scene = await openScene({ repeatMs: 0 });
  const taken: IncomingMessage[] = [];
  let refusals = 0;
  await scene.adapter().start(async (incoming) => {
    if (refusals++ < 2) throw new Error("no space left");
    taken.push(incoming);
  });
  await scene.dingtalk.say({ from: USER, text: "keep me" });
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
  expect(taken.map(({ message }) => message.text)).toEqual(["keep me"]);
});

test("after it was killed between push and answer, the next process gets the message", async () => {
  await using scene = await openScene();
  const killed: PlatformAdapter = scene.adapter();
  const seen = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  await killed.start(seen);
  const { id } = await scene.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(seen).toHaveBeenCalled());
  scene.dingtalk.fault("cut-socket");
  await killed.stop();
  await scene.started();
  await until(() => expect(scene.received[0]?.id).toBe(id));
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
});

test("a message whose answer is lost comes again, and is answered without the sink", async () => {
  await using scene = await openScene();
  let calls = 0;
  await scene.adapter().start(async () => {
    calls++;
    // The socket is gone when the answer is due.
    scene.dingtalk.fault("cut-socket");
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await scene.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
  expect(scene.calls("connections/open")).toBe(2);
  expect(calls).toBe(1);
});

test("nor does the sink of the next process hear of it", async () => {
  await using scene = await openScene();
  const first = scene.adapter();
  const taken = Promise.withResolvers<void>();
  await first.start(async () => {
    scene.dingtalk.fault("cut-socket");
    taken.resolve();
  });
  await scene.dingtalk.say({ from: USER, text: "hello" });
  await taken.promise;
  await first.stop();
  await scene.started();
  await until(() => expect(scene.dingtalk.pending()).toBe(0));
  expect(scene.received).toEqual([]);
});

test("a quote that comes by ids only is found, the robot's own words included", async () => {
  await using scene = await openScene();
  const adapter = await scene.inChat();
  const { id } = await scene.dingtalk.say({ from: USER, text: "three o'clock?" });
  await until(() => expect(scene.received).toHaveLength(1));
  const sent = await adapter.sendText(USER, "maybe four");
  await adapter.stop();
  await scene.started();
  const quote = { from: USER, text: "yes", repliedMsg: { msgType: "interactiveCard" } };
  await scene.dingtalk.push({ ...quote, fields: { originalMsgId: id } });
  await scene.dingtalk.push({ ...quote, fields: { originalProcessQueryKey: sent.id } });
  await scene.dingtalk.push({ ...quote, fields: { originalMsgId: "from before all this" } });
  await until(() => expect(scene.received).toHaveLength(4));
  expect(scene.received.slice(1).map(({ message }) => message)).toMatchObject([
    {
      textWithQuote: "[引用: three o'clock?]\nyes",
      quotedMessage: { title: "Ann Lee", text: "Ann Lee | three o'clock?" },
    },
    { textWithQuote: "[引用: maybe four]\nyes", quotedMessage: { title: "", text: "maybe four" } },
    { text: "yes", quotedMessage: { title: "", text: "" } },
  ]);
});

test("frames of an unknown shape change nothing", async () => {
  await using scene = await openScene();
  await scene.started();
  await connected(scene);
  for (const type of ["SYSTEM", "EVENT", "CALLBACK"] as const) {
    scene.dingtalk.broadcast({ type, headers: {}, data: "" });
    scene.dingtalk.broadcast({ type, headers: { topic: "?", messageId: "m" }, data: "[]" });
  }
  const topic = "/v1.0/im/bot/messages/get";
  for (const data of ["", "null", "[]", "7", '{"conversationType":"1"}']) {
    scene.dingtalk.broadcast({ type: "CALLBACK", headers: { topic, messageId: data }, data });
  }
  await scene.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(texts(scene)).toEqual(["connected?", "hello"]));
  expect(scene.calls("connections/open")).toBe(1);
});

test("an adapter starts once, and can be stopped while it starts, and started again", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  await expect(adapter.start(async () => {})).rejects.toMatchObject({ code: "ALREADY_STARTED" });
  await adapter.stop();
  const other = scene.adapter();
  scene.dingtalk.fault("slow", { ms: 100, method: "accessToken" });
  const [start] = await Promise.allSettled([other.start(async () => {}), other.stop()]);
  expect(start).toMatchObject({ status: "rejected", reason: { code: "NETWORK_ABORTED" } });
  await other.start(async (incoming) => scene.received.push(incoming));
  await scene.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(texts(scene)).toEqual(["hello"]));
});
