import protobuf from "protobufjs";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { type FeishuSimulator, SimulatorError, startSimulator } from "@botwright/simulators";
import { listenForHooks, readJson } from "./hook-server.ts";
import { at } from "./raw-bot.ts";

const USER = "ou_1001";

interface Answer {
  readonly status: number;
  readonly code?: number;
  readonly data?: Record<string, unknown>;
  readonly tenant_access_token?: string;
  readonly expire?: number;
}

async function post(
  sim: FeishuSimulator,
  path: string,
  body: unknown,
  token?: string,
): Promise<Answer> {
  const response = await fetch(sim.baseUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return Object.assign({ status: response.status }, answer);
}

function tokenOf(sim: FeishuSimulator, body: object = sim.credentials): Promise<Answer> {
  return post(sim, "/open-apis/auth/v3/tenant_access_token/internal", body);
}

const SEND = "/open-apis/im/v1/messages?receive_id_type=open_id";
const text = (words: string): string => JSON.stringify({ text: words });

test("the token call answers flat, gives one token while it is young, and knows its app", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("feishu", { clock: () => now });
  const first = await tokenOf(sim);
  expect(first).toMatchObject({ status: 200, code: 0, expire: 7200 });
  now += 3_600_000;
  expect(await tokenOf(sim)).toMatchObject({
    tenant_access_token: first.tenant_access_token,
    expire: 3600,
  });
  now += 2_000_000;
  const second = await tokenOf(sim);
  expect(second.tenant_access_token).not.toBe(first.tenant_access_token);
  const wrong = await tokenOf(sim, { ...sim.credentials, app_secret: "guess" });
  expect(wrong).toMatchObject({ status: 200, code: 10014 });
});

test("calls are refused as the platform refuses them", async () => {
  await using sim = await startSimulator("feishu");
  sim.introduce({ id: USER });
  const { tenant_access_token: token = "" } = await tokenOf(sim);
  const good = { receive_id: USER, msg_type: "text", content: text("hi") };
  const codeOf = async (body: unknown, path = SEND, bearer = token): Promise<unknown> =>
    (await post(sim, path, body, bearer)).code;

  expect((await post(sim, SEND, good)).code).toBe(99991661);
  expect(await codeOf(good, SEND, "t-guess")).toBe(99991663);
  expect(await codeOf(good, "/open-apis/im/v1/messages")).toBe(230001);
  expect(await codeOf({ ...good, receive_id: "ou_nobody" })).toBe(230013);
  expect(await codeOf({ ...good, content: { text: "hi" } })).toBe(230001);
  expect(await codeOf({ ...good, content: "hi" })).toBe(230001);
  expect(await codeOf({ ...good, content: text(" ") })).toBe(230001);
  expect(await codeOf({ ...good, content: text("x".repeat(160_000)) })).toBe(230025);
  expect(await codeOf({ ...good, uuid: "x".repeat(51) })).toBe(230001);
  expect(await codeOf({ ...good, msg_type: "novel" })).toBe(230001);
  const image = { ...good, msg_type: "image", content: '{"image_key":"img_1"}' };
  expect(await codeOf(image)).toBe(230001);
  expect(await codeOf(good, "/open-apis/im/v1/messages/om_1/reply")).toBe(230001);
  expect(await codeOf(good, "/open-apis/im/v9/unknown")).toBe(99991600);
  expect(sim.sent()).toEqual([]);
  expect(await post(sim, SEND, good, token)).toMatchObject({ status: 200, code: 0 });
});

test("a uuid makes one message for an hour", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("feishu", { clock: () => now });
  sim.introduce({ id: USER });
  const { tenant_access_token: token } = await tokenOf(sim);
  const body = { receive_id: USER, msg_type: "text", content: text("once"), uuid: "u-1" };
  const first = await post(sim, SEND, body, token);
  const second = await post(sim, SEND, body, token);
  expect(second.data).toEqual(first.data);
  expect(sim.sent()).toHaveLength(1);
  now += 3_600_001;
  await post(sim, SEND, body, token);
  expect(sim.sent()).toHaveLength(2);
});

test("uploads are checked, with file names or without", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token = "" } = await tokenOf(sim);
  const upload = async (path: string, fields: Record<string, string | Blob>): Promise<Answer> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const headers = { authorization: `Bearer ${token}` };
    const url = `${sim.baseUrl}/open-apis/im/v1/${path}`;
    const response = await fetch(url, { method: "POST", headers, body: form });
    const answer: unknown = await response.json();
    return Object.assign({ status: response.status }, answer);
  };
  const png = new Blob([Buffer.from("\x89PNG\r\n", "latin1")]);
  const film = { file_type: "mp4", file_name: "a.mp4", file: new Blob(["x"]) };
  const ok = { status: 200, code: 0 };
  const refused = { status: 400, code: 230001 };
  expect(await upload("images", { image_type: "message", image: png })).toMatchObject(ok);
  expect(await upload("images", { image: png })).toMatchObject(refused);
  const words = { image_type: "message", image: new Blob(["words"]) };
  expect(await upload("images", words)).toMatchObject(refused);
  expect(await upload("files", film)).toMatchObject(ok);
  expect(await upload("files", { ...film, file_type: "exe" })).toMatchObject(refused);
  expect(await upload("files", { ...film, duration: "long" })).toMatchObject(refused);
  expect(await upload("files", { ...film, file: new Blob([]) })).toMatchObject(refused);
});

test("resources belong to their message and kind", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token } = await tokenOf(sim);
  const bytes = Buffer.from("abc");
  const files = { file_1: { bytes }, img_1: { bytes, kind: "image" as const } };
  const content = { file_key: "file_1" };
  const { id } = await sim.push({ from: USER, type: "file", content, files });
  const other = await sim.say({ from: USER, text: "no file" });
  const get = async (message: string, key: string, type: string): Promise<number> => {
    const url = `${sim.baseUrl}/open-apis/im/v1/messages/${message}/resources/${key}?type=${type}`;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  expect(await get(id, "file_1", "file")).toBe(200);
  expect(await get(id, "img_1", "image")).toBe(200);
  expect(await get(id, "file_1", "image")).toBe(400);
  expect(await get(id, "file_1", "voice")).toBe(400);
  expect(await get(other.id, "file_1", "file")).toBe(400);
  expect(await get("om_none", "file_1", "file")).toBe(400);
});

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

function encode(
  method: number,
  headers: Record<string, string>,
  payload = "",
  service = 7,
): Buffer {
  const frame = Frame.fromObject({
    SeqID: 0,
    LogID: 0,
    service,
    method,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    payload: Buffer.from(payload),
  });
  return Buffer.from(Frame.encode(frame).finish());
}

function decode(data: Buffer): { headers: Record<string, string>; payload: unknown } {
  const { headers, payload } = Frame.toObject(Frame.decode(data), { bytes: String });
  return {
    headers: Object.fromEntries(
      headers.map(({ key, value }: { key: string; value: string }) => [key, value]),
    ),
    payload: JSON.parse(Buffer.from(payload, "base64").toString()),
  };
}

async function open(sim: FeishuSimulator): Promise<{ socket: WebSocket; url: string }> {
  const { app_id: AppID, app_secret: AppSecret } = sim.credentials;
  const answer = await post(sim, "/callback/ws/endpoint", { AppID, AppSecret });
  const url = String(answer.data?.["URL"]);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return { socket, url };
}

function next(socket: WebSocket): Promise<ReturnType<typeof decode>> {
  return new Promise((resolve) => {
    socket.once("message", (data) => {
      if (data instanceof Buffer) resolve(decode(data));
    });
  });
}

test("a long connection: pong with all four numbers, pushes until acknowledged", async () => {
  await using sim = await startSimulator("feishu", { repushMs: 30 });
  const { socket } = await open(sim);
  socket.send(encode(0, { type: "ping" }));
  expect(await next(socket)).toEqual({
    headers: { type: "pong" },
    payload: { ReconnectCount: -1, ReconnectInterval: 120, ReconnectNonce: 0, PingInterval: 120 },
  });
  const { id } = await sim.say({ from: USER, text: "hello" });
  const first = await next(socket);
  expect(first.headers).toMatchObject({ type: "event", sum: "1", seq: "0" });
  expect(first.payload).toMatchObject({ event: { message: { message_id: id } } });
  const second = await next(socket);
  expect(second.headers["message_id"]).toBe(first.headers["message_id"]);
  socket.send(encode(1, { ...second.headers, biz_rt: "1" }, '{"code":500}'));
  const third = await next(socket);
  expect(sim.pending()).toBe(1);
  socket.send(encode(1, { ...third.headers, biz_rt: "1" }, '{"code":200}'));
  await expect.poll(() => sim.pending()).toBe(0);
});

test("a long connection is refused without its ticket, and closed for what is no frame", async () => {
  await using sim = await startSimulator("feishu");
  const { socket, url } = await open(sim);
  const again = new WebSocket(url);
  await expect(new Promise((_resolve, reject) => again.once("error", reject))).rejects.toThrow(
    "401",
  );
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.send(encode(0, { type: "ping" }, "", 8));
  expect(await closed).toBe(1002);
  const { AppID } = { AppID: sim.credentials.app_id };
  const answer = await post(sim, "/callback/ws/endpoint", { AppID, AppSecret: "guess" });
  expect(answer).toMatchObject({ status: 200, code: 514 });
});

test("wrong use of the inspector is told at once", async () => {
  const wrong = expect.objectContaining({ code: "INVALID_INPUT" });
  await expect(startSimulator("feishu", { appId: "wx1" })).rejects.toEqual(wrong);
  await using sim = await startSimulator("feishu");
  expect(sim.credentials.app_id).toMatch(/^cli_[0-9a-f]{16}$/);
  await expect(sim.say({ from: "1001", text: "hi" })).rejects.toEqual(wrong);
  const quote = { text: "x", from: "ou_2" };
  await expect(sim.say({ from: USER, text: "hi", quote })).rejects.toEqual(wrong);
  expect(() => sim.setCallback("http://example.com/")).toThrow(SimulatorError);
  expect(() => sim.recall("om_none")).toThrow(SimulatorError);
  const secrets = JSON.stringify(sim.requests());
  expect(secrets).not.toContain(sim.credentials.app_secret);
});

test("a callback that does not answer is called again, at the longer pauses of the platform", async () => {
  await using sim = await startSimulator("feishu", { callbackRetryMs: 10 });
  let challenged = 0;
  const events: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    const body = await readJson(request);
    if (at(body, "type") === "url_verification") {
      challenged++;
      response.end(JSON.stringify({ challenge: at(body, "challenge") }));
      return;
    }
    events.push(at(body, "event", "message", "message_id"));
    response.writeHead(events.length < 3 ? 500 : 200).end("{}");
  });
  sim.setCallback(hook.url);
  const { id } = await sim.say({ from: USER, text: "hello" });
  await expect.poll(() => sim.pending()).toBe(0);
  expect(events).toEqual([id, id, id]);
  expect(challenged).toBe(1);
});

test("an address that does not answer the challenge gets no event", async () => {
  await using sim = await startSimulator("feishu", { callbackRetryMs: 10 });
  const types: unknown[] = [];
  await using hook = await listenForHooks(async (request, response) => {
    types.push(at(await readJson(request), "type"));
    response.end("{}");
  });
  sim.setCallback(hook.url);
  await sim.say({ from: USER, text: "hello" });
  await expect.poll(() => types.length).toBeGreaterThan(1);
  expect(new Set(types)).toEqual(new Set(["url_verification"]));
  expect(sim.pending()).toBe(1);
});
