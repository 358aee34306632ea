import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { pingAll, until } from "./dingtalk-robot.ts";

/** A robot that was not written here, unchanged. All of it must be the same copy: CommonJS. */
const require = createRequire(import.meta.url);
const { Context }: typeof import("@satorijs/core") = require("@satorijs/core");
const { HTTP }: typeof import("@cordisjs/plugin-http") = require("@cordisjs/plugin-http");
const { DingtalkBot } = require("@satorijs/adapter-dingtalk");

beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Satori's `Status.ONLINE`, which is an ambient constant. */
const ONLINE = 1;

/** Satori's robot, connected by Stream mode. It does not name JSON in its Accept header. */
async function openFixture() {
  const sim = await startSimulator("dingtalk", {
    agentId: 7,
    strictAccept: false,
    redeliveryMs: 0,
  });
  const { app_key, app_secret } = sim.credentials;
  const app = new Context();
  app.plugin(HTTP);
  const bot = app.plugin(DingtalkBot, {
    protocol: "ws",
    appkey: app_key,
    secret: app_secret,
    agentId: 7,
    api: { endpoint: `${sim.baseUrl}/v1.0/` },
    oldApi: { endpoint: `${sim.baseUrl}/` },
    retryTimes: 0,
  });
  return {
    sim,
    app,
    async [Symbol.asyncDispose]() {
      bot.dispose();
      await sim.close();
    },
  };
}

const answered = ({ sim }: Awaited<ReturnType<typeof openFixture>>): Record<string, number> =>
  Object.fromEntries(sim.requests().map(({ call, status }) => [call, status]));

test("Satori's robot finds its app, opens a socket and answers pings", async () => {
  await using fixture = await openFixture();
  await fixture.app.start();
  await until(() => expect(fixture.app.bots[0]?.status).toBe(ONLINE));
  await pingAll(fixture.sim, 3);
  expect(fixture.app.bots[0]?.user).toMatchObject({ name: "Robot" });
  expect(answered(fixture)).toEqual({
    "v1.0/oauth2/accessToken": 200,
    "v1.0/microApp/allInnerApps": 200,
    "v1.0/gateway/connections/open": 200,
    answer: 200,
  });
});

test("Satori's robot falls back to the old list of apps", async () => {
  await using fixture = await openFixture();
  fixture.sim.fault("refuse", { method: "allInnerApps", code: "Forbidden", status: 403 });
  await fixture.app.start();
  await until(() => expect(fixture.app.bots[0]?.user).toMatchObject({ name: "Robot" }));
  expect(answered(fixture)).toMatchObject({
    "v1.0/microApp/allInnerApps": 403,
    "microapp/list": 200,
  });
});

test("Satori's robot reads a text, and a picture by its code", async () => {
  await using fixture = await openFixture();
  const read: unknown[] = [];
  fixture.app.on("message", ({ userId, messageId, isDirect, elements }) => {
    read.push({ userId, messageId, isDirect, ...elements?.[0]?.attrs });
  });
  await fixture.app.start();
  const { id: first } = await fixture.sim.say({ from: "staff1", text: "你好 👋" });
  await until(() => expect(read).toHaveLength(1));
  const image = { bytes: Buffer.from("picture") };
  const { id: second } = await fixture.sim.say({ from: "staff1", image });
  await until(() => expect(read).toHaveLength(2));
  const common = { userId: "staff1", isDirect: true };
  expect(read).toEqual([
    { ...common, messageId: first, content: "你好 👋" },
    { ...common, messageId: second, src: expect.stringContaining("/files/") },
  ]);
  const { src } = Object(read[1]);
  expect(await (await fetch(src)).text()).toBe("picture");
});
