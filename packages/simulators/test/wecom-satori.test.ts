import { once } from "node:events";
import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSimulator, type WecomSimulator } from "@botwright/simulators";

/** An app server that was not written here, unchanged. All of it must be the same copy: CommonJS. */
const require = createRequire(import.meta.url);
const { Context }: typeof import("@satorijs/core") = require("@satorijs/core");
const { HTTP }: typeof import("@cordisjs/plugin-http") = require("@cordisjs/plugin-http");
const { Server }: typeof import("@cordisjs/plugin-server") = require("@cordisjs/plugin-server");
const { WecomBot } = require("@satorijs/adapter-wecom");

let sim: WecomSimulator;
let app: InstanceType<typeof Context>;
let stop: () => Promise<unknown>;

beforeEach(async () => {
  sim = await startSimulator("wecom");
  const { corp_id, agent_id, secret, token, encoding_aes_key } = sim.credentials;
  app = new Context();
  app.plugin(HTTP);
  // Without a port it leaves listening to us.
  const server = app.plugin(Server, { host: "127.0.0.1", port: 0 });
  const bot = app.plugin(WecomBot, {
    corpId: corp_id,
    agentId: agent_id,
    secret,
    token,
    aesKey: encoding_aes_key,
    endpoint: sim.baseUrl,
  });
  await app.start();
  const { _http: http } = app.server;
  await once(http.listen(0, "127.0.0.1"), "listening");
  const address = http.address();
  if (typeof address !== "object" || address === null) throw new Error("No address");
  sim.setCallback(`http://127.0.0.1:${address.port}/wecom`);
  await vi.waitUntil(() => app.bots[0]?.user?.name === "Simulated application");
  stop = () => {
    const closed = once(http, "close");
    bot.dispose();
    server.dispose();
    return closed;
  };
});

afterEach(async () => {
  await sim.close();
  await stop();
});

test("Satori's app server gets a token and looks its app up", () => {
  const { corp_id: corpid, agent_id: agentid } = sim.credentials;
  expect(sim.requests()).toMatchObject([
    { call: "gettoken", params: { corpid }, status: 200 },
    { call: "agent/get", params: { agentid }, status: 200 },
  ]);
});

test("Satori's app server passes the check of its address, and only with the right key", async () => {
  expect(await sim.verifyCallback()).toBe(true);
  sim.fault("wrong-signature");
  expect(await sim.verifyCallback()).toBe(false);
});

test("Satori's app server reads encrypted texts in every form", async () => {
  const read: unknown[] = [];
  app.on("message", ({ userId, messageId, isDirect, elements }) => {
    read.push({ userId, messageId, isDirect, text: elements?.[0]?.attrs["content"] });
  });
  const texts = ["你好 ]]> & <b>", 'it\'s "so"', " blanks ", "👋", "five", "six"];
  const said: unknown[] = [];
  for (const text of texts) {
    const { id } = await sim.say({ from: "zhangsan", text });
    said.push({ userId: "zhangsan", messageId: id, isDirect: true, text });
  }
  await vi.waitFor(() => expect(sim.pending()).toBe(0));
  expect(read).toEqual(said);
  expect(sim.lost()).toHaveLength(0);
});
