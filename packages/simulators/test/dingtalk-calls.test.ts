import { WebSocket } from "ws";
import { expect, test, vi } from "vitest";
import { type DingTalkSimulator, startSimulator } from "@botwright/simulators";
import { type HookServer, listenForHooks, readJson } from "./hook-server.ts";

/** Waits until the check passes, with patience for a busy machine. */
function until<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { timeout: 4000, interval: 10 });
}

type Answer = Record<string, unknown> & { status: number };

/** Calls as a bot makes them. */
function callsOf(sim: DingTalkSimulator, token = "") {
  const post = async (path: string, body: unknown, headers = {}): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${sim.baseUrl}${path}`, {
      method: "POST",
      headers: {
        ...(!isForm && { "content-type": "application/json" }),
        ...(token !== "" && { "x-acs-dingtalk-access-token": token }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    return { ...answer, status: response.status };
  };
  return {
    post,
    batchSend: (msgKey: string, param: unknown, more = {}) =>
      post("/v1.0/robot/oToMessages/batchSend", {
        robotCode: sim.credentials.robot_code,
        userIds: ["staff1"],
        msgKey,
        msgParam: JSON.stringify(param),
        ...more,
      }),
    upload: (query: string, name: string, bytes: Uint8Array, type?: string): Promise<Answer> => {
      const form = new FormData();
      if (type !== undefined) form.set("type", type);
      form.set("media", new Blob([new Uint8Array(bytes)]), name);
      return post(`/media/upload?access_token=${token}${query}`, form);
    },
  };
}

async function authorized(sim: DingTalkSimulator) {
  const { app_key: appKey, app_secret: appSecret } = sim.credentials;
  const path = "/v1.0/oauth2/accessToken";
  const { accessToken } = await callsOf(sim).post(path, { appKey, appSecret });
  return { token: String(accessToken), ...callsOf(sim, String(accessToken)) };
}

function subscribe(sim: DingTalkSimulator): Record<string, unknown> {
  const { app_key: clientId, app_secret: clientSecret } = sim.credentials;
  const subscriptions = [{ type: "CALLBACK", topic: "/v1.0/im/bot/messages/get" }];
  return { clientId, clientSecret, subscriptions };
}

const OPEN = "/v1.0/gateway/connections/open";
const ACCEPT = { accept: "application/json" };

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

test("tokens: both APIs give them, neither to a wrong pair", async () => {
  await using sim = await startSimulator("dingtalk");
  const { app_key: key, app_secret: secret } = sim.credentials;
  const { post } = callsOf(sim);
  expect(await post("/v1.0/oauth2/accessToken", { appKey: key, appSecret: secret })).toMatchObject({
    status: 200,
    expireIn: 7200,
  });
  expect(await post("/v1.0/oauth2/accessToken", { appKey: key, appSecret: "x" })).toMatchObject({
    status: 400,
    code: "invalidClientIdOrSecret",
  });
  const old = await fetch(`${sim.baseUrl}/gettoken?appkey=${key}&appsecret=${secret}`);
  expect(await old.json()).toMatchObject({ errcode: 0, access_token: expect.any(String) });
});

test("the new API wants its token in the header, the old one in the address", async () => {
  await using sim = await startSimulator("dingtalk");
  const { token, batchSend, upload } = await authorized(sim);
  expect(await callsOf(sim).batchSend("sampleText", {})).toMatchObject({
    status: 400,
    code: "AuthenticationFailed.MissingParameter",
  });
  expect(await callsOf(sim, "wrong").batchSend("sampleText", {})).toMatchObject({
    status: 400,
    code: "InvalidAuthentication",
  });
  expect(
    await callsOf(sim).post(`/v1.0/robot/messageFiles/download?access_token=${token}`, {}),
  ).toMatchObject({ code: "AuthenticationFailed.MissingParameter" });
  expect(await callsOf(sim, "wrong").upload("&type=file", "a.pdf", Buffer.from("a"))).toMatchObject(
    { status: 200, errcode: 88, sub_code: "40014" },
  );
  sim.fault("expired-token");
  expect(await batchSend("sampleText", {})).toMatchObject({ code: "InvalidAuthentication" });
  expect(await upload("&type=file", "a.pdf", Buffer.from("a"))).toMatchObject({ errcode: 88 });
});

test("the gateway wants Accept and a subscription; a ticket opens one socket", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now });
  const { post } = callsOf(sim);
  expect((await post(OPEN, subscribe(sim), { accept: "text/xml" })).status).toBe(406);
  expect((await post(OPEN, { ...subscribe(sim), subscriptions: [] }, ACCEPT)).status).toBe(400);
  expect(await post(OPEN, { ...subscribe(sim), clientSecret: "x" }, ACCEPT)).toMatchObject({
    code: "invalidClientIdOrSecret",
  });
  const ticketed = async (): Promise<string> => {
    const { endpoint, ticket } = await post(OPEN, subscribe(sim), ACCEPT);
    return `${String(endpoint)}?ticket=${encodeURIComponent(String(ticket))}`;
  };
  const url = await ticketed();
  expect(await handshake(url)).toBe(101);
  expect(await handshake(url)).toBe(401);
  const late = await ticketed();
  now += 91_000;
  expect(await handshake(late)).toBe(401);
});

test("a ping that is not answered byte for byte costs the socket", async () => {
  await using sim = await startSimulator("dingtalk", { pingMs: 20 });
  const { endpoint, ticket } = await callsOf(sim).post(OPEN, subscribe(sim), ACCEPT);
  const socket = new WebSocket(`${String(endpoint)}?ticket=${encodeURIComponent(String(ticket))}`);
  socket.on("message", (data: Buffer) => {
    const { headers } = JSON.parse(data.toString());
    socket.send(JSON.stringify({ code: 200, headers, message: "OK", data: '{"opaque":"?"}' }));
  });
  await new Promise((resolve) => socket.once("close", resolve));
  expect(sim.requests().some(({ call }) => call === "answer")).toBe(true);
});

test("batchSend checks the robot, the users, the key and its parameters", async () => {
  await using sim = await startSimulator("dingtalk");
  sim.introduce({ id: "staff1" });
  const { batchSend, upload } = await authorized(sim);
  const text = { content: "hello" };
  const { media_id: image } = await upload("&type=image", "a.png", Buffer.from("a"));
  const refusals: [expected: string, answer: Answer][] = [
    ["robotCode.empty", await batchSend("sampleText", text, { robotCode: "" })],
    ["robotCode.auth", await batchSend("sampleText", text, { robotCode: "other" })],
    ["userIds.empty", await batchSend("sampleText", text, { userIds: [] })],
    ["userIds.overMax", await batchSend("sampleText", text, { userIds: Array(21).fill("a") })],
    ["msgKey.empty", await batchSend("", text)],
    ["msgKey.invalid", await batchSend("sampleDance", text)],
    ["msgParam.invalid", await batchSend("sampleText", text, { msgParam: text })],
    ["msgParam.invalid", await batchSend("sampleText", { content: "a".repeat(15_000) })],
    ["msgParam.invalid", await batchSend("sampleText", { text: "hello" })],
    ["msgParam.invalid", await batchSend("sampleImageMsg", { photoURL: "@lunknown" })],
    ["msgParam.invalid", await batchSend("sampleFile", { mediaId: image, fileType: "png" })],
  ];
  for (const [expected, { status, code }] of refusals) {
    expect([status, code]).toEqual([400, `invalidParameter.${expected}`]);
  }
  expect(await batchSend("sampleText", text, { userIds: ["staff1", "nobody"] })).toMatchObject({
    status: 200,
    processQueryKey: expect.any(String),
    invalidStaffIdList: ["nobody"],
    flowControlledStaffIdList: [],
  });
  await batchSend("sampleMarkdown", { title: "t", text: "**b**" });
  await batchSend("sampleImageMsg", { photoURL: image });
  expect(sim.sent()).toMatchObject([
    { to: "staff1", type: "text", text: "hello" },
    { type: "text", text: "**b**" },
    { type: "image", bytes: new Uint8Array([97]) },
  ]);
});

test("uploads are checked by type, extension and size", async () => {
  await using sim = await startSimulator("dingtalk", {
    strictFileTypes: true,
    strictUploadQuery: true,
  });
  const { upload } = await authorized(sim);
  const one = Buffer.from("a");
  expect(await upload("", "a.pdf", one, "file")).toMatchObject({ errcode: 40004 });
  expect(await upload("&type=file", "a.txt", one)).toMatchObject({ errcode: 40005 });
  expect(await upload("&type=image", "a.webp", one)).toMatchObject({ errcode: 40005 });
  expect(await upload("&type=voice", "a.mp3", new Uint8Array((2 << 20) + 1))).toMatchObject({
    errcode: 40006,
  });
  expect(await upload("&type=file", "a.pdf", new Uint8Array())).toMatchObject({ errcode: 41005 });
  expect(await upload("&type=file", "a.pdf", one)).toMatchObject({
    errcode: 0,
    media_id: expect.stringMatching(/^@l/),
  });
});

test("a session takes text and markdown until its end", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now });
  const bodies: Record<string, unknown>[] = [];
  await using hook = await listenForBodies((body) => bodies.push(body));
  sim.setCallback(hook.url);
  await sim.say({ from: "staff1", text: "hello" });
  await until(() => expect(bodies).toHaveLength(1));
  const webhook = new URL(String(bodies[0]?.["sessionWebhook"]));
  const answer = (body: unknown): Promise<Answer> =>
    callsOf(sim).post(`${webhook.pathname}${webhook.search}`, body);
  const text = { msgtype: "text", text: { content: "hi" } };
  expect(await answer(text)).toMatchObject({ errcode: 0 });
  expect(
    await answer({ msgtype: "markdown", markdown: { title: "t", text: "# hi" } }),
  ).toMatchObject({ errcode: 0 });
  expect((await answer({ msgtype: "image", image: { media_id: "@l" } }))["errcode"]).not.toBe(0);
  sim.fault("rate-limit");
  expect(await answer(text)).toMatchObject({ errcode: 660_026 });
  now += 5_400_000;
  expect(await answer(text)).toMatchObject({ errcode: 300_005 });
  expect(sim.sent().map((message) => message.text)).toEqual(["hi", "# hi"]);
});

test("download codes belong to the robot, and their links need no token", async () => {
  await using sim = await startSimulator("dingtalk");
  const bodies: Record<string, unknown>[] = [];
  await using hook = await listenForBodies((body) => bodies.push(body));
  sim.setCallback(hook.url);
  await sim.say({ from: "staff1", file: { bytes: Buffer.from("words"), name: "w.txt" } });
  await until(() => expect(bodies).toHaveLength(1));
  const content = Object(bodies[0]?.["content"]);
  const { post } = await authorized(sim);
  const path = "/v1.0/robot/messageFiles/download";
  const { robot_code: robotCode } = sim.credentials;
  const { downloadCode } = content;
  expect((await post(path, { downloadCode, robotCode: "other" })).status).toBe(400);
  expect((await post(path, { downloadCode: "unknown", robotCode })).status).toBe(400);
  const { downloadUrl } = await post(path, { downloadCode, robotCode });
  expect(await (await fetch(String(downloadUrl))).text()).toBe("words");
});

/** A bot in HTTP mode that takes everything. */
function listenForBodies(take: (body: Record<string, unknown>) => void): Promise<HookServer> {
  return listenForHooks(async (request, response) => {
    take(Object(await readJson(request)));
    response.end("{}");
  });
}
