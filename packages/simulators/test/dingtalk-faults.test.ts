import { expect, test } from "vitest";
import {
  type DingtalkOptions,
  type DingtalkSimulator,
  startSimulator,
} from "@botwright/simulators";
import { type Answer, authorized, callsOf, until } from "./dingtalk-robot.ts";
import { type HookServer, listenForHooks, readJson } from "./hook-server.ts";

/** A robot in HTTP mode that keeps what is posted to it and answers with the given statuses. */
async function openFixture(options: DingtalkOptions = {}, statuses: number[] = []) {
  const sim = await startSimulator("dingtalk", { redeliveryMs: 30, ...options });
  const posts: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  const hook: HookServer = await listenForHooks(async (request, response) => {
    const body: unknown = await readJson(request).catch(() => ({}));
    posts.push({ headers: request.headers, body: Object(body) });
    response.writeHead(statuses.shift() ?? 200).end("{}");
  });
  sim.setCallback(hook.url);
  return {
    sim,
    posts,
    async [Symbol.asyncDispose]() {
      await sim.close();
      await hook[Symbol.asyncDispose]();
    },
  };
}

async function tokenOf(sim: DingtalkSimulator): Promise<string> {
  return (await authorized(sim)).token;
}

function hello(sim: DingtalkSimulator, token: string): Promise<Answer> {
  return callsOf(sim, token).batchSend("sampleText", { content: "hello" });
}

const documentedTime = (): number => 1_800_000_000_000;

test("callbacks are signed as documented", async () => {
  await using fixture = await openFixture({ appSecret: "bw-secret", clock: documentedTime });
  await fixture.sim.say({ from: "staff1", text: "hello" });
  await until(() => expect(fixture.posts).toHaveLength(1));
  expect(fixture.posts[0]?.headers).toMatchObject({
    timestamp: "1800000000000",
    sign: "g6Is2MFy6TGflwhSpj/QHqzBwN+la4vwYF5ppoYegVU=",
  });
});

test("a callback is repeated until the bot answers it with 200, and then confirmed", async () => {
  await using fixture = await openFixture({}, [500, 401]);
  const { id } = await fixture.sim.say({ from: "staff1", text: "hello" });
  expect(fixture.sim.pending()).toBe(1);
  await until(() => expect(fixture.sim.pending()).toBe(0));
  expect(fixture.posts.map(({ body }) => body["msgId"])).toEqual([id, id, id]);
});

test("duplicate pushes one message twice, garbled-push sends no JSON", async () => {
  await using fixture = await openFixture();
  fixture.sim.fault("duplicate");
  fixture.sim.fault("garbled-push");
  const { id } = await fixture.sim.say({ from: "staff1", text: "hello" });
  await until(() => expect(fixture.posts).toHaveLength(3));
  expect(fixture.posts.map(({ body }) => body["msgId"])).toEqual([undefined, id, id]);
});

test("flow control and unknown users are in the body of a 200", async () => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  sim.introduce({ id: "staff1" });
  const token = await tokenOf(sim);
  sim.fault("rate-limit");
  expect(await hello(sim, token)).toMatchObject({
    status: 200,
    flowControlledStaffIdList: ["staff1"],
  });
  {
    using fault = sim.fault("refused-user", { user: "staff1" });
    expect(await hello(sim, token)).toMatchObject({ invalidStaffIdList: ["staff1"] });
    expect(fault.hits).toBe(1);
  }
  expect(sim.sent()).toEqual([]);
  expect(await hello(sim, token)).toMatchObject({ invalidStaffIdList: [] });
  expect(sim.sent()).toHaveLength(1);
});

test("a slow server answers 504 on the new API and errcode 15 on the old", async () => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  sim.fault("server-error", { times: 2 });
  expect(await hello(sim, "")).toMatchObject({ status: 504 });
  expect(await callsOf(sim).post("/robot/sendBySession?session=a", {})).toMatchObject({
    status: 200,
    errcode: 15,
  });
});

test("any other refusal can be asked for", async () => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  const token = await tokenOf(sim);
  sim.fault("refuse", { method: "batchSend", code: "staffId.notExisted" });
  expect(await hello(sim, token)).toMatchObject({ status: 400, code: "staffId.notExisted" });
  sim.fault("refuse", { code: "InvalidAuthentication", status: 401 });
  expect(await hello(sim, token)).toMatchObject({ status: 401 });
  sim.fault("refuse", { code: 88, method: "sendBySession" });
  expect(await callsOf(sim).post("/robot/sendBySession?session=a", {})).toMatchObject({
    status: 200,
    errcode: 88,
  });
});

test("revoked credentials and tokens are refused until taken back", async () => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  const token = await tokenOf(sim);
  const fault = sim.fault("revoked-credentials");
  expect(await tokenOf(sim)).toBe("undefined");
  expect(await hello(sim, token)).toMatchObject({ status: 400, code: "InvalidAuthentication" });
  fault.end();
  expect(await hello(sim, token)).toMatchObject({ status: 200 });
});

test("a dropped connection has no effect, a lost reply has one, garbled is no JSON", async () => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  sim.introduce({ id: "staff1" });
  const token = await tokenOf(sim);
  sim.fault("drop-connection", { method: "batchSend" });
  await expect(hello(sim, token)).rejects.toThrow("fetch failed");
  expect(sim.sent()).toHaveLength(0);
  sim.fault("lost-reply");
  await expect(hello(sim, token)).rejects.toThrow("fetch failed");
  expect(sim.sent()).toHaveLength(1);
  sim.fault("garbled");
  await expect(hello(sim, token)).rejects.toThrow(SyntaxError);
});

test("the request log holds no secret", async () => {
  await using fixture = await openFixture();
  const { sim } = fixture;
  await hello(sim, await tokenOf(sim));
  await callsOf(sim).post(`/media/upload?access_token=${await tokenOf(sim)}`, {});
  const { app_key: key, app_secret: secret } = sim.credentials;
  await fetch(`${sim.baseUrl}/gettoken?appkey=${key}&appsecret=${secret}`);
  const log = JSON.stringify(sim.requests());
  for (const each of sim.secrets()) expect(log).not.toContain(each);
  expect(log).toContain("batchSend");
});

test("callbacks elsewhere and malformed keys are refused", async () => {
  await using fixture = await openFixture();
  expect(() => fixture.sim.setCallback("https://example.org/")).toThrow("loopback");
  await expect(startSimulator("dingtalk", { aesKey: "short" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
