import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DWClient, type DWClientDownStream, EventAck } from "dingtalk-stream";
import { type DingtalkSimulator, startSimulator } from "@botwright/simulators";
import { pingAll, until } from "./dingtalk-robot.ts";

/** The official client, unchanged: its addresses are constants, so the test redirects its HTTP client. */
const TOPIC = "/v1.0/im/bot/messages/get";
const sdk = createRequire(import.meta.url).resolve("dingtalk-stream");
const axios = pathToFileURL(createRequire(sdk).resolve("axios"));
const { interceptors } = (await import(new URL("../../index.js", axios).href)).default;

let sim: DingtalkSimulator;
let interceptor: number;
const clients: DWClient[] = [];

beforeEach(async () => {
  vi.spyOn(console, "info").mockReturnValue();
  sim = await startSimulator("dingtalk", { redeliveryMs: 100, disconnectMs: 50 });
  interceptor = interceptors.request.use((config: { url: string }) => ({
    ...config,
    url: config.url.replace(/^https:\/\/o?api\.dingtalk\.com/, sim.baseUrl),
  }));
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  interceptors.request.eject(interceptor);
  await sim.close();
  vi.restoreAllMocks();
});

/** A client that hands over what comes and acknowledges it. */
async function connect(
  handle: (body: Record<string, unknown>, frame: DWClientDownStream) => unknown,
): Promise<DWClient> {
  const { app_key: clientId, app_secret: clientSecret } = sim.credentials;
  const client = new DWClient({ clientId, clientSecret });
  clients.push(client);
  client.registerCallbackListener(TOPIC, (frame) => {
    handle(JSON.parse(frame.data), frame);
    client.socketCallBackResponse(frame.headers.messageId, null);
  });
  await client.connect();
  return client;
}

test("the official client gets a text, acknowledges it and answers by the session", async () => {
  await connect(({ sessionWebhook, text, senderStaffId }) => {
    const content = `you said ${JSON.stringify(text)} ${String(senderStaffId)}`;
    void fetch(String(sessionWebhook), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ msgtype: "text", text: { content } }),
    });
  });
  await sim.say({ from: "staff1", text: "你好 👋" });
  expect(await sim.waitForSent(1)).toMatchObject([
    { to: "staff1", type: "text", text: 'you said {"content":"你好 👋"} staff1' },
  ]);
  await until(() => expect(sim.pending()).toBe(0));
});

test("the official client's pongs and event answers are accepted", async () => {
  const client = await connect(() => {});
  const onEvent = vi.fn<() => { status: EventAck }>(() => ({ status: EventAck.SUCCESS }));
  client.registerAllEventListener(onEvent);
  sim.broadcast({ type: "EVENT", headers: { topic: "*", messageId: "e1" }, data: "{}" });
  await until(() => expect(onEvent).toHaveBeenCalledOnce());
  await pingAll(sim, 3);
  expect(client.connected).toBe(true);
});

test("the official client gets again what it does not acknowledge", async () => {
  const { app_key: clientId, app_secret: clientSecret } = sim.credentials;
  const client = new DWClient({ clientId, clientSecret });
  clients.push(client);
  const frames: DWClientDownStream[] = [];
  client.registerCallbackListener(TOPIC, (frame) => {
    frames.push(frame);
    if (frames.length === 2) client.socketCallBackResponse(frame.headers.messageId, null);
  });
  await client.connect();
  const { id } = await sim.say({ from: "staff1", text: "hello" });
  await until(() => expect(frames.length).toBe(2));
  await until(() => expect(sim.pending()).toBe(0));
  expect(frames.map(({ data }) => JSON.parse(data).msgId)).toEqual([id, id]);
});

test("the official client reconnects after the server has asked it to close", async () => {
  const texts: unknown[] = [];
  await connect(({ text }) => texts.push(text));
  sim.fault("disconnect");
  const opened = (): number => sim.requests().filter(({ call }) => call.endsWith("open")).length;
  await until(() => expect(opened()).toBe(2));
  await sim.say({ from: "staff1", text: "after the break" });
  await until(() => expect(texts).toEqual([{ content: "after the break" }]));
});

test("the official client takes a token, and is refused one with a wrong secret", async () => {
  const client = await connect(() => {});
  const token: unknown = await client.getAccessToken();
  expect(sim.secrets()).toContain(token);
  const wrong = new DWClient({ clientId: "a", clientSecret: "b" });
  await expect(wrong.getAccessToken()).rejects.toThrow("get access_token failed");
});
