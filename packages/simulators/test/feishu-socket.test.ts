import protobuf from "protobufjs";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type FeishuSimulator, startSimulator } from "@botwright/simulators";
import { post, USER } from "./feishu-client.ts";

/** The frame in protobufjs, which was not written here. */
const { root } = protobuf.parse(
  `syntax = "proto2";
  message Header { required string key = 1; required string value = 2; }
  message Frame {
    required uint64 SeqID = 1; required uint64 LogID = 2;
    required int32 service = 3; required int32 method = 4;
    repeated Header headers = 5; optional bytes payload = 8;
  }`,
  { keepCase: true },
);
const Frame = root.lookupType("Frame");

interface Plain {
  readonly ids?: readonly [seqId: string, logId: string];
  readonly service: number;
  readonly method: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

function encode({ ids = ["0", "0"], headers, payload, ...frame }: Plain): Buffer {
  const message = Frame.fromObject({
    ...frame,
    SeqID: ids[0],
    LogID: ids[1],
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    payload: Buffer.from(payload),
  });
  return Buffer.from(Frame.encode(message).finish());
}

function decode(data: Buffer): Required<Plain> {
  const { SeqID, LogID, service, method, headers, payload } = Frame.toObject(Frame.decode(data), {
    bytes: String,
    longs: String,
    defaults: true,
  });
  return {
    ids: [SeqID, LogID],
    service,
    method,
    headers: Object.fromEntries(
      headers.map(({ key, value }: { key: string; value: string }) => [key, value]),
    ),
    payload: Buffer.from(payload, "base64").toString(),
  };
}

/** The frame that acknowledges another one. */
function ackOf(frame: Required<Plain>, code = 200): Required<Plain> {
  const headers = { ...frame.headers, biz_rt: "1" };
  return { ...frame, headers, payload: JSON.stringify({ code }) };
}

async function open(sim: FeishuSimulator) {
  const { app_id: AppID, app_secret: AppSecret } = sim.credentials;
  const answer = await post(sim, "/callback/ws/endpoint", { AppID, AppSecret });
  expect(answer).toMatchObject({ code: 0, msg: "" });
  const url = String(answer.data?.["URL"]);
  const service = Number(new URL(url).searchParams.get("service_id"));
  const socket = new WebSocket(url);
  const came: Required<Plain>[] = [];
  socket.on("message", (data) => data instanceof Buffer && came.push(decode(data)));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const frame = async (index: number): Promise<Required<Plain>> => {
    await vi.waitUntil(() => came.length > index, { interval: 1 });
    const found = came[index];
    if (found === undefined) throw new Error("no frame");
    return found;
  };
  const ping: Plain = { service, method: 0, headers: { type: "ping" }, payload: "" };
  return { socket, url, ping, came, frame };
}

test("a long connection: pong with all four numbers, pushes until acknowledged", async () => {
  await using sim = await startSimulator("feishu", { redeliveryMs: 30 });
  const { socket, ping, frame } = await open(sim);
  sim.setClientConfig({ PingInterval: 60 });
  socket.send(encode(ping));
  const { headers, payload } = await frame(0);
  expect(headers).toEqual({ type: "pong" });
  expect(JSON.parse(payload)).toEqual({
    ReconnectCount: -1,
    ReconnectInterval: 120,
    ReconnectNonce: 0,
    PingInterval: 60,
  });
  const { id } = await sim.say({ from: USER, text: "hello" });
  const first = await frame(1);
  expect(first.headers).toMatchObject({ type: "event", sum: "1", seq: "0" });
  expect(JSON.parse(first.payload)).toMatchObject({ event: { message: { message_id: id } } });
  const second = await frame(2);
  expect(second.headers["message_id"]).toBe(first.headers["message_id"]);
  expect(second.payload).toBe(first.payload);
  socket.send(encode(ackOf(second, 500)));
  const third = await frame(3);
  expect(sim.pending()).toBe(1);
  socket.send(encode(ackOf(third)));
  await expect.poll(() => sim.pending()).toBe(0);
});

test("an event that is not acknowledged comes again after 3 s", async () => {
  await using sim = await startSimulator("feishu");
  const { came } = await open(sim);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await sim.say({ from: USER, text: "hello" });
    while (came.length === 0) await new Promise(setImmediate);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(2999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    while (came.length < 2) await new Promise(setImmediate);
  } finally {
    vi.useRealTimers();
  }
  expect(came).toHaveLength(2);
});

test("of several connections each event takes one", async () => {
  await using sim = await startSimulator("feishu");
  const one = await open(sim);
  const two = await open(sim);
  const count = 40;
  for (let index = 0; index < count; index++) await sim.say({ from: USER, text: `${index}` });
  await vi.waitUntil(() => one.came.length + two.came.length >= count);
  const keys = [...one.came, ...two.came].map(({ headers }) => headers["message_id"]);
  expect(new Set(keys)).toHaveProperty("size", count);
  expect(keys).toHaveLength(count);
  expect(one.came.length * two.came.length).toBeGreaterThan(0);
});

/** "taken" when all that was pushed is acknowledged, or the code with which the socket was closed before. */
async function endOf(sim: FeishuSimulator, socket: WebSocket): Promise<"taken" | number> {
  let code: number | undefined;
  socket.once("close", (closedWith) => (code = closedWith));
  return vi.waitUntil(() => code ?? (sim.pending() === 0 && "taken"));
}

/** 2^53 and the number beside it are one `number`. */
const rounded = (id: string): string => String(BigInt(Number(id)));

test.each<[string, Partial<Plain>, boolean]>([
  ["nothing is wrong", {}, true],
  ["biz_rt is below 0", { headers: { biz_rt: "-5" } }, true],
  ["biz_rt is missing", { headers: { biz_rt: "" } }, false],
  ["a header is another one", { headers: { trace_id: "other" } }, false],
  ["a header came to it", { headers: { more: "1" } }, false],
  ["the message is unknown", { headers: { message_id: "other" } }, false],
  ["it is a pong", { headers: { type: "pong" } }, false],
  ["the sequence id is another one", { ids: ["1", ""] }, false],
  ["the log id is another one", { ids: ["", "1"] }, false],
  ["the service is another one", { service: 1 }, false],
  ["the code is another one", { payload: '{"code":201}' }, false],
  ["it says nothing", { payload: "" }, false],
])("an acknowledgement: %s", async (_name, { headers, ids, ...wrong }, isGood) => {
  await using sim = await startSimulator("feishu");
  const { socket, frame } = await open(sim);
  await sim.say({ from: USER, text: "hello" });
  const end = endOf(sim, socket);
  const ack = ackOf(await frame(0));
  const [seqId, logId] = ack.ids;
  socket.send(
    encode({
      ...ack,
      ...wrong,
      ids: [ids?.[0] || seqId, ids?.[1] || logId],
      headers: { ...ack.headers, ...headers },
    }),
  );
  expect(await end).toBe(isGood ? "taken" : 1002);
});

test.each([false, true])("ids beyond 2^53 as a number holds them, exact: %s", async (exactAcks) => {
  await using sim = await startSimulator("feishu", { exactAcks });
  const { socket, came, frame } = await open(sim);
  for (let index = 0; index < 3; index++) await sim.say({ from: USER, text: `${index}` });
  const end = endOf(sim, socket);
  await frame(2);
  expect(came.map(({ ids }) => ids[0])).toEqual([
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
  ]);
  for (const { ids, ...ack } of came.map((each) => ackOf(each))) {
    socket.send(encode({ ...ack, ids: [rounded(ids[0]), rounded(ids[1])] }));
  }
  expect(await end).toBe(exactAcks ? 1002 : "taken");
});

test.each<[string, Partial<Plain>]>([
  ["for another service", { service: 1 }],
  ["with an id", { ids: ["1", "0"] }],
  ["with a payload", { payload: "{}" }],
  ["with another header", { headers: { type: "ping", message_id: "1" } }],
])("a ping %s ends the connection", async (_name, wrong) => {
  await using sim = await startSimulator("feishu");
  const { socket, ping } = await open(sim);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.send(encode({ ...ping, ...wrong }));
  expect(await closed).toBe(1002);
});

/** The status and the headers of an answer that opens no connection. */
const reasonOf = (address: string): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = new WebSocket(address);
    socket.on("error", () => {});
    socket.on("unexpected-response", (_request, { statusCode, headers }) => {
      socket.terminate();
      const names = ["handshake-status", "handshake-msg", "handshake-autherrcode"];
      resolve([statusCode, ...names.map((name) => headers[name])]);
    });
  });

test("a long connection is refused without its ticket, and the reason stands in the headers", async () => {
  await using sim = await startSimulator("feishu");
  const { url } = await open(sim);
  expect(await reasonOf(url)).toEqual([401, "514", "invalid ticket", undefined]);
  sim.fault("handshake-refused", { status: 514, authErrCode: 1000040350 });
  expect(await reasonOf(url)).toEqual([401, "514", "the handshake is refused", "1000040350"]);
  const { app_id: AppID } = sim.credentials;
  const answer = await post(sim, "/callback/ws/endpoint", { AppID, AppSecret: "guess" });
  expect(answer).toMatchObject({ status: 200, code: 514 });
});
