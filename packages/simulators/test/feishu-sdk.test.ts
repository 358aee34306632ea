import { createServer } from "node:http";
import { adaptDefault, Client, EventDispatcher, WSClient } from "@larksuiteoapi/node-sdk";
import { expect, test, vi } from "vitest";
import { type FeishuSimulator, startSimulator } from "@botwright/simulators";
import { png } from "./raw-bot.ts";

const USER = "ou_1001";

/** The SDK talks much otherwise. */
const quiet = (): void => {};
const logger = { error: quiet, warn: quiet, info: quiet, debug: quiet, trace: quiet };

/** The official client, with the address of the simulator. */
function client(sim: FeishuSimulator): Client {
  const { app_id: appId, app_secret: appSecret } = sim.credentials;
  return new Client({ appId, appSecret, domain: sim.baseUrl, logger });
}

interface Received {
  readonly event_id?: string;
  readonly message: {
    readonly message_id: string;
    readonly message_type: string;
    readonly content: string;
    readonly parent_id?: string;
  };
}

/** The official long connection; resolves when it is open. */
async function connect(
  sim: FeishuSimulator,
  stack: AsyncDisposableStack,
  take: (data: Received) => Promise<void> | void,
): Promise<void> {
  const { app_id: appId, app_secret: appSecret } = sim.credentials;
  const socket = new WSClient({ appId, appSecret, domain: sim.baseUrl, logger });
  stack.defer(() => socket.close());
  const eventDispatcher = new EventDispatcher({ logger }).register({
    "im.message.receive_v1": async (data) => {
      await take(data);
    },
  });
  await socket.start({ eventDispatcher });
  await until(() => sim.connections() === 1);
}

async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
}

test("the official SDK takes a text by long connection and replies", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("feishu", { redeliveryMs: 200 }));
  const api = client(sim);
  await connect(sim, stack, async ({ message }) => {
    const { text } = JSON.parse(message.content);
    await api.im.v1.message.reply({
      path: { message_id: message.message_id },
      data: { msg_type: "text", content: JSON.stringify({ text: `you said ${text}` }) },
    });
  });

  const { messageId } = await sim.say({ from: USER, text: "你好 👋" });
  expect(await sim.waitForSent(1)).toMatchObject([
    { to: USER, type: "text", text: "you said 你好 👋", quotes: { messageId, text: "你好 👋" } },
  ]);
  await until(() => sim.pending() === 0);
});

test("the official SDK puts fragments together that come out of order and cut characters", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("feishu", { redeliveryMs: 200 }));
  const received: string[] = [];
  await connect(sim, stack, ({ message }) => void received.push(message.content));
  sim.fault("fragments", { order: [3, 1, 0, 2, 4] });
  const text = "一二三四五六七八九十".repeat(20);
  await sim.say({ from: USER, text });
  await until(() => sim.pending() === 0);
  expect(received).toEqual([JSON.stringify({ text })]);
});

test("an event that the official SDK does not acknowledge with 200 is pushed again", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("feishu", { redeliveryMs: 50 }));
  const ids: string[] = [];
  await connect(sim, stack, ({ message }) => {
    ids.push(message.message_id);
    if (ids.length === 1) throw new Error("not yet");
  });
  const { id } = await sim.say({ from: USER, text: "keep me" });
  await until(() => sim.pending() === 0);
  expect(ids).toEqual([id, id]);
});

test("the official SDK adopts the rhythm that a pong tells, and its connection is cut", async () => {
  await using stack = new AsyncDisposableStack();
  const clientConfig = { ReconnectInterval: 0.05, PingInterval: 0.05 };
  const sim = stack.use(await startSimulator("feishu", { clientConfig, redeliveryMs: 200 }));
  const received: string[] = [];
  await connect(sim, stack, ({ message }) => void received.push(message.content));
  sim.disconnect();
  await until(() => sim.connections() === 1);
  await sim.say({ from: USER, text: "back" });
  await until(() => sim.pending() === 0);
  expect(received).toEqual(['{"text":"back"}']);
});

test("the official SDK uploads and sends picture, file and video, and downloads", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("feishu", { redeliveryMs: 200 }));
  sim.introduce({ id: USER });
  const api = client(sim);
  const picture = png(2, 3);
  const film = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41\xff\xfe", "latin1");
  const image = await api.im.v1.image.create({
    data: { image_type: "message", image: Buffer.from(picture) },
  });
  const video = await api.im.v1.file.create({
    data: { file_type: "mp4", file_name: "电影.mp4", duration: 1000, file: film },
  });
  const other = await api.im.v1.file.create({
    data: { file_type: "stream", file_name: "words.txt", file: Buffer.from("quiet") },
  });
  for (const [type, content] of [
    ["image", { image_key: image?.image_key }],
    ["media", { file_key: video?.file_key }],
    ["file", { file_key: other?.file_key }],
  ] as const) {
    await api.im.v1.message.create({
      params: { receive_id_type: "open_id" },
      data: { receive_id: USER, msg_type: type, content: JSON.stringify(content) },
    });
  }
  const sent = sim.sent();
  expect(sent.map(({ type, name }) => [type, name])).toEqual([
    ["image", undefined],
    ["video", "电影.mp4"],
    ["file", "words.txt"],
  ]);
  expect(Buffer.from(sent[0]?.bytes ?? [])).toEqual(Buffer.from(picture));
  expect(Buffer.from(sent[1]?.bytes ?? [])).toEqual(film);

  let key = "";
  await connect(sim, stack, ({ message }) => {
    key = JSON.parse(message.content).file_key;
  });
  const bytes = Buffer.from([0, 255, 1, 254]);
  const { messageId } = await sim.say({ from: USER, file: { bytes, name: "a.bin" } });
  await until(() => key !== "");
  const resource = await api.im.v1.messageResource.get({
    path: { message_id: messageId, file_key: key },
    params: { type: "file" },
  });
  const chunks: Buffer[] = [];
  for await (const chunk of resource.getReadableStream()) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks)).toEqual(bytes);
});

test("the official SDK reads a quoted message, and sets, lists and takes away a reaction", async () => {
  await using stack = new AsyncDisposableStack();
  const sim = stack.use(await startSimulator("feishu", { redeliveryMs: 200 }));
  sim.introduce({ id: USER, name: "Reader Example" });
  const api = client(sim);
  const { messageId } = await sim.say({ from: USER, text: "three o'clock?" });
  const { data } = await api.im.v1.message.get({ path: { message_id: messageId } });
  expect(data?.items).toMatchObject([
    { msg_type: "text", sender: { id: USER }, body: { content: '{"text":"three o\'clock?"}' } },
  ]);
  const path = { message_id: messageId };
  const reaction = await api.im.v1.messageReaction.create({
    path,
    data: { reaction_type: { emoji_type: "Typing" } },
  });
  expect(sim.typing()).toMatchObject([{ to: USER, state: "shown" }]);
  const listed = await api.im.v1.messageReaction.list({ path });
  expect(listed.data?.items).toHaveLength(1);
  const reaction_id = reaction.data?.reaction_id ?? "";
  await api.im.v1.messageReaction.delete({ path: { ...path, reaction_id } });
  expect(sim.typing()).toMatchObject([{ to: USER, state: "cancelled" }]);
});

test("the official SDK decrypts a delivery by HTTP and finds its signature right", async () => {
  await using stack = new AsyncDisposableStack();
  const encryptKey = "botwright-key";
  const sim = stack.use(await startSimulator("feishu", { encryptKey, callbackRetryMs: 5 }));
  const received: string[] = [];
  const dispatcher = new EventDispatcher({ encryptKey, logger }).register({
    "im.message.receive_v1": ({ message }) => void received.push(message.content),
  });
  const answer = adaptDefault("/hook", dispatcher, { autoChallenge: true });
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  sim.setCallback(`http://127.0.0.1:${address.port}/hook`);
  await sim.say({ from: USER, text: "hello" });
  await until(() => sim.pending() === 0);
  expect(received).toEqual(['{"text":"hello"}']);
});
