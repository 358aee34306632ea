import { WebSocket } from "ws";
import { expect, onTestFinished, test, vi } from "vitest";
import { type DingtalkSimulator, startSimulator } from "@botwright/simulators";
import { ACCEPT, callsOf, OPEN, openSocket, subscription, until } from "./dingtalk-robot.ts";

/** The status with which the socket is refused; 101 when it opens. */
function handshake(url: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
}

const answers = (sim: DingtalkSimulator): number[] =>
  sim
    .requests()
    .filter(({ call }) => call === "answer")
    .map(({ status }) => status);

test("the gateway wants a subscription and the right pair", async () => {
  await using sim = await startSimulator("dingtalk");
  const { post } = callsOf(sim);
  const body = subscription(sim);
  expect((await post(OPEN, { ...body, subscriptions: [] }, ACCEPT)).status).toBe(400);
  expect(await post(OPEN, { ...body, clientSecret: "x" }, ACCEPT)).toMatchObject({
    status: 400,
    code: "invalidClientIdOrSecret",
  });
});

/** In what the gateway answers. */
async function formOf(sim: DingtalkSimulator, accept: string): Promise<string | null> {
  const headers = { "content-type": "application/json", accept };
  const body = JSON.stringify(subscription(sim));
  const response = await fetch(`${sim.baseUrl}${OPEN}`, { method: "POST", headers, body });
  expect(await response.text()).toContain("ticket");
  return response.headers.get("content-type");
}

test("the gateway answers in XML unless it is asked for JSON", async () => {
  await using sim = await startSimulator("dingtalk");
  expect(await formOf(sim, "text/xml")).toContain("xml");
  expect(await formOf(sim, "*/*")).toContain("xml");
  expect(await formOf(sim, "application/json, */*")).toContain("json");
  await using lenient = await startSimulator("dingtalk", { strictAccept: false });
  expect(await formOf(lenient, "*/*")).toContain("json");
});

test("a ticket opens one socket, within 90 seconds", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now });
  const ticketed = async (): Promise<string> => {
    const { endpoint, ticket } = await callsOf(sim).post(OPEN, subscription(sim), ACCEPT);
    return `${String(endpoint)}?ticket=${encodeURIComponent(String(ticket))}`;
  };
  const [url, other, late] = [await ticketed(), await ticketed(), await ticketed()];
  expect(await handshake(url)).toBe(101);
  expect(await handshake(url)).toBe(401);
  now += 89_000;
  expect(await handshake(other)).toBe(101);
  now += 2000;
  expect(await handshake(late)).toBe(401);
  expect(await handshake(url.replace(/\?.*/, ""))).toBe(401);
});

test("a push has the documented form", async () => {
  await using sim = await startSimulator("dingtalk", { clock: () => 1_800_000_000_000 });
  const { frames } = await openSocket(sim);
  const { id } = await sim.say({ from: "staff1", text: "hello" });
  await until(() => expect(frames).toHaveLength(1));
  const text = expect.any(String);
  expect(frames[0]).toEqual({
    specVersion: "1.0",
    type: "CALLBACK",
    headers: {
      appId: text,
      connectionId: text,
      contentType: "application/json",
      messageId: text,
      time: "1800000000000",
      topic: "/v1.0/im/bot/messages/get",
    },
    data: text,
  });
  expect(JSON.parse(frames[0]?.data ?? "")).toMatchObject({ msgId: id });
});

test("a ping that is not answered byte for byte costs the socket", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  await using sim = await startSimulator("dingtalk", { pingMs: 20 });
  const { socket, frames, answer } = await openSocket(sim);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (const isRight of [true, false]) {
    const before = frames.length;
    vi.advanceTimersByTime(20);
    while (frames.length === before) await new Promise(setImmediate);
    const ping = frames.at(-1);
    if (ping !== undefined) answer(ping, { data: isRight ? ping.data : "{}" });
    while (answers(sim).length === before) await new Promise(setImmediate);
  }
  expect(answers(sim)).toEqual([200, 400]);
  expect(socket.readyState).toBe(socket.OPEN);
  vi.advanceTimersByTime(20);
  await closed;
});

const wrong: [what: string, more: Record<string, unknown>, status: number][] = [
  ["another code", { code: 201 }, 400],
  ["no code", { code: undefined }, 400],
  ["no message", { message: undefined }, 400],
  ["data that is no text", { data: { response: null } }, 400],
  ["data that is no JSON", { data: "ok" }, 400],
  ["data without a response", { data: "{}" }, 400],
  ["no content type", { headers: { messageId: "m" } }, 400],
  ["another id", { headers: { contentType: "application/json", messageId: "m" } }, 404],
];

test.each(wrong)("a push that is answered with %s comes again", async (_what, more, status) => {
  await using sim = await startSimulator("dingtalk", { redeliveryMs: 30 });
  const { frames, answer } = await openSocket(sim);
  await sim.say({ from: "staff1", text: "hello" });
  await until(() => expect(frames.length).toBeGreaterThan(0));
  const [first] = frames;
  if (first !== undefined) answer(first, more);
  await until(() => expect(answers(sim)).toEqual([status]));
  const before = frames.length;
  await until(() => expect(frames.length).toBeGreaterThan(before));
  const again = frames.at(-1);
  if (again !== undefined) answer(again);
  await until(() => expect(sim.pending()).toBe(0));
  expect(answers(sim)).toEqual([status, 200]);
  expect(first?.data).toBe(again?.data);
});

test("events are answered with a status, system frames but pings with nothing", async () => {
  await using sim = await startSimulator("dingtalk");
  const { frames, answer } = await openSocket(sim);
  const event = { type: "EVENT", headers: { topic: "*", messageId: "e1" }, data: "{}" } as const;
  const system = { type: "SYSTEM", headers: { topic: "KEEPALIVE", messageId: "s1" } } as const;
  for (const frame of [event, event, { ...system, data: "{}" }]) sim.broadcast(frame);
  await until(() => expect(frames).toHaveLength(3));
  answer(event, { data: '{"status":"PERHAPS"}' });
  await until(() => expect(answers(sim)).toEqual([400]));
  sim.broadcast(event);
  await until(() => expect(frames).toHaveLength(4));
  answer(event, { data: '{"status":"LATER","message":"busy"}' });
  answer({ ...system, data: "{}" });
  await until(() => expect(answers(sim)).toEqual([400, 200, 404]));
});

test("each push goes to one of the sockets, at random", async () => {
  await using sim = await startSimulator("dingtalk", { redeliveryMs: 0 });
  const [one, two] = [await openSocket(sim), await openSocket(sim)];
  for (let index = 0; index < 40; index++) await sim.say({ from: "staff1", text: `${index}` });
  await until(() => expect(one.frames.length + two.frames.length).toBe(40));
  expect(one.frames.length).toBeGreaterThan(0);
  expect(two.frames.length).toBeGreaterThan(0);
});

test("the server closes a socket that it has asked to close when no frame goes any more, either way", async () => {
  await using sim = await startSimulator("dingtalk", { disconnectMs: 10_000 });
  const { socket, frames, answer } = await openSocket(sim);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    sim.fault("disconnect");
    vi.advanceTimersByTime(9000);
    // What is said meanwhile has no other way.
    await sim.say({ from: "staff1", text: "hello" });
    vi.advanceTimersByTime(9000);
    expect(socket.readyState).toBe(socket.OPEN);
    while (frames.length < 2) await new Promise(setImmediate);
    const [disconnect, push] = frames;
    expect(disconnect).toEqual({
      specVersion: "1.0",
      type: "SYSTEM",
      headers: { topic: "disconnect", contentType: "application/json" },
      data: '{"reason":"connection is expired"}',
    });
    if (push !== undefined) answer(push);
    while (answers(sim).length < 1) await new Promise(setImmediate);
    vi.advanceTimersByTime(9000);
    // A ping of the WebSocket is no frame.
    const pong = new Promise((resolve) => socket.once("pong", resolve));
    socket.ping();
    await pong;
    expect(socket.readyState).toBe(socket.OPEN);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    vi.advanceTimersByTime(1000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
  expect(sim.pending()).toBe(0);
});
