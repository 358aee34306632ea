// Long, because every case runs on the one database, with nodes and bots that are set up here.
import { createManualClock } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCallbacks, type Database, startNodeLease } from "../src/index.ts";
import { addAccounts } from "./add-accounts.ts";
import { endlessBody, openBody, post, wholeBody } from "./callback-requests.ts";
import { insertBot } from "./insert-bot.ts";
import { secrets, serveCallbacks, startNode } from "./node-of-bots.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await addAccounts(database, ANN);
});
afterAll(() => database.close());
afterEach(async () => {
  await database.db.deleteFrom("bot").execute();
});

const ANN = 1;

test("a bot of WeCom gets its Token and key from the host, and its callbacks on any node", async () => {
  await using simulator = await startSimulator("wecom");
  const adapterOptions = { wecom: simulator.adapterOptions };
  const publicUrl = "https://bots.example.com/";
  await using first = await startNode(database, { adapterOptions, publicUrl });
  const { corp_id, agent_id, secret } = simulator.credentials;
  const { bot, generated } = await first.bots.bind(ANN, {
    platform: "wecom",
    credentials: { corp_id, agent_id, secret },
  });
  expect(bot).toMatchObject({
    transport: "callback",
    callback_url: `https://bots.example.com/callbacks/${bot.id}`,
  });
  expect(generated).toEqual({
    token: expect.stringMatching(/^\w{32}$/u),
    encoding_aes_key: expect.stringMatching(/^\w{43}$/u),
  });
  // A user may also paste their own; the simulator has them already.
  const again = await first.bots.rebind(ANN, bot.id, { credentials: { ...simulator.credentials } });
  expect(again.generated).toEqual({});
  await expect.poll(() => first.runner.callbackOf(bot.id)).toBeDefined();
  await expect.poll(async () => (await first.bots.get(ANN, bot.id)).status.state).toBe("connected");

  // A node that runs no bots, and receives the callbacks all the same.
  await using second = await startNode(database, { adapterOptions, runs: false });
  await using server = await serveCallbacks((id, request) => second.callbacks.handle(id, request));
  simulator.setCallback(`${server.url}/callbacks/${bot.id}/`);
  await simulator.say({ from: "zhangsan", text: "there?" });
  await simulator.waitForSent(1);
  expect(simulator.sent()[0]).toMatchObject({ text: "you said there?" });
  const passing = database.db.selectFrom("bot_callback").select("id");
  await expect.poll(() => passing.execute()).toEqual([]);
});

test("a callback that comes while no node runs its bot waits, and is not lost", async () => {
  await using simulator = await startSimulator("wecom");
  const adapterOptions = { wecom: simulator.adapterOptions };
  await using node = await startNode(database, { adapterOptions });
  const { bot } = await node.bots.bind(ANN, {
    platform: "wecom",
    credentials: { ...simulator.credentials },
  });
  await expect.poll(async () => (await node.bots.get(ANN, bot.id)).status.state).toBe("connected");
  await using server = await serveCallbacks((id, request) => node.callbacks.handle(id, request));
  simulator.setCallback(`${server.url}/callbacks/${bot.id}/`);
  await node.bots.pause(ANN, bot.id);
  await expect.poll(() => node.runner.running.has(bot.id)).toBe(false);
  const saying = simulator.say({ from: "zhangsan", text: "still there?" });
  await node.bots.resume(ANN, bot.id);
  await saying;
  await simulator.waitForSent(1);
  expect(simulator.sent().map(({ text }) => text)).toEqual(["you said still there?"]);
});

test("a bot of Telegram or Feishu receives by callback when its owner wants it", async () => {
  await using telegram = await startSimulator("telegram");
  await using feishu = await startSimulator("feishu");
  const adapterOptions = { telegram: telegram.adapterOptions, feishu: feishu.adapterOptions };
  const handler = Promise.withResolvers<Awaited<ReturnType<typeof startNode>>>();
  await using server = await serveCallbacks(async (botId, request) =>
    (await handler.promise).callbacks.handle(botId, request),
  );
  await using node = await startNode(database, { adapterOptions, publicUrl: server.url });
  handler.resolve(node);
  const { bots } = node;
  const { bot } = await bots.bind(ANN, {
    platform: "telegram",
    transport: "callback",
    credentials: { ...telegram.credentials },
  });
  expect(bot).toMatchObject({
    transport: "callback",
    callback_url: expect.stringContaining("/callbacks/"),
  });
  await expect.poll(async () => (await bots.get(ANN, bot.id)).status.state).toBe("connected");
  await telegram.say({ from: "1001", text: "hello" });
  await telegram.waitForSent(1);

  const { bot: second, generated } = await bots.bind(ANN, {
    platform: "feishu",
    transport: "callback",
    credentials: { ...feishu.credentials },
  });
  expect(generated).toEqual({ encrypt_key: expect.stringMatching(/^\w{48}$/u) });
  const unsigned = new Request(`${server.url}/callbacks/${second.id}/`, {
    method: "POST",
    body: "{}",
  });
  expect((await node.callbacks.handle(second.id, unsigned)).status).toBe(403);

  const without = await startNode(database, { adapterOptions });
  const impossible = without.bots.rebind(ANN, bot.id, {
    transport: "callback",
    credentials: { ...telegram.credentials },
  });
  await expect(impossible).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await without[Symbol.asyncDispose]();
});

test("what is no callback of a bot is refused", async () => {
  await using simulator = await startSimulator("telegram");
  await using node = await startNode(database, {
    adapterOptions: { telegram: simulator.adapterOptions },
  });
  const { callbacks, bots } = node;
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 60, 999_999]) {
    expect((await callbacks.handle(id, post("{}"))).status).toBe(404);
  }
  const { bot } = await bots.bind(ANN, {
    platform: "telegram",
    credentials: { ...simulator.credentials },
  });
  await expect.poll(() => node.runner.running.has(bot.id)).toBe(true);
  expect((await callbacks.handle(bot.id, post("{}"))).status).toBe(404);
  const large = await callbacks.handle(bot.id, post("x".repeat(5 * 2 ** 20)));
  expect(large.status).toBe(413);
});

test("bodies that never end have a bound together, and small callbacks are read beside them", async () => {
  await using polling = await startPollingBot();
  const { node, bot } = polling;
  const callbacks = createCallbacks({
    database,
    lease: node.lease,
    runner: node.runner,
    secrets,
    mostBytes: 1_000_000,
    bodyMs: 1000,
  });
  let read = 0;
  const endless = Array.from({ length: 20 }, () =>
    callbacks.handle(
      bot.id,
      endlessBody(65_536, () => (read += 65_536)),
    ),
  );
  // This bot receives by polling: 404 tells that the callback was read.
  expect((await callbacks.handle(bot.id, post("{}"))).status).toBe(404);
  const statuses = (await Promise.all(endless)).map(({ status }) => status);
  expect(statuses).toContain(503);
  expect(statuses.every((status) => status === 503 || status === 408)).toBe(true);
  // At most the bound, what each may have in any case, and a piece beyond.
  expect(read).toBeLessThan(1_000_000 + 20 * 3 * 65_536);
  // Their bytes are free again.
  const after = await callbacks.handle(bot.id, post("x".repeat(900_000)));
  expect(after.status).toBe(404);
  callbacks.close();
});

test("bodies that do not end keep no callback waiting, not even one of the same bot", async () => {
  await using polling = await startPollingBot();
  const { node, bot } = polling;
  const clock = createManualClock();
  const callbacks = createCallbacks({ ...node, database, secrets, clock, most: 100 });
  const unknown = Array.from({ length: 300 }, () => callbacks.handle(999_999, openBody()));
  const ofUnknown = (await Promise.all(unknown)).map(({ status }) => status);
  expect(new Set(ofUnknown)).toEqual(new Set([404, 503]));

  const answered: number[] = [];
  const open = Array.from({ length: 130 }, async () => {
    const answer = await callbacks.handle(bot.id, openBody());
    answered.push(answer.status);
    expect(answer.headers.get("connection")).toBe("close");
  });
  // The first give way to those that are too many.
  await expect.poll(() => answered).toEqual(Array.from({ length: 30 }, () => 408));
  expect((await callbacks.handle(bot.id, post("{}"))).status).toBe(404);
  // The others have to come in time.
  clock.advance(2000);
  await Promise.all(open);
  expect(answered).toEqual(Array.from({ length: 130 }, () => 408));
  callbacks.close();
});

test.each([
  // Of 20 places, the first bot has 15, the second 3, and the third 1.
  { most: 20, ofEach: 20, refused: [5, 5 + 17, 5 + 17 + 19] },
  { most: 200, ofEach: 60, refused: [10, 20, 30] },
])(
  "callbacks of many bots that no node answers leave places to the others ($most places)",
  async ({ most, ofEach, refused }) => {
    const clock = createManualClock();
    await using node = await startNode(database, { adapterOptions: {} });
    const callbacks = createCallbacks({ ...node, database, secrets, clock, most });
    const answered: number[] = [];
    const open: Promise<void>[] = [];
    for (const count of refused) {
      const id = await addBot();
      for (let callback = 0; callback < ofEach; callback++) {
        const answer = callbacks.handle(id, post("{}"));
        open.push(answer.then(({ status }) => void answered.push(status)));
      }
      await expect.poll(() => answered).toEqual(Array.from({ length: count }, () => 503));
    }
    const startMs = clock.now();
    let endMs = startMs;
    let isRead = false;
    const last = callbacks.handle(
      await addBot(),
      wholeBody(() => (isRead = true)),
    );
    open.push(last.then(() => void (endMs = clock.now())));
    // It takes its place when its body has come; on a busy machine that is late.
    await expect.poll(() => isRead).toBe(true);
    let isOver = false;
    const ending = Promise.all(open).then(() => (isOver = true));
    await expect
      .poll(() => {
        clock.advance(2000);
        return isOver;
      })
      .toBe(true);
    await ending;
    expect(answered).toHaveLength(3 * ofEach);
    // The last one had a place: it was not refused at once. All of them end together, in any order.
    expect(endMs).toBeGreaterThan(startMs);
    callbacks.close();
  },
);

test("a body in pieces of a byte counts more than its bytes", async () => {
  await using node = await startNode(database, { adapterOptions: {} });
  const callbacks = createCallbacks({
    ...node,
    database,
    secrets,
    mostBytes: 10_000,
    clock: createManualClock(),
  });
  let read = 0;
  const body = endlessBody(1, () => (read += 1), 1000);
  expect((await callbacks.handle(await addBot(), body)).status).toBe(503);
  // 64 KiB are free for each body, and each piece counts as 512 bytes.
  expect(read).toBe(65_536 / 512 + 1);
  callbacks.close();
});

test("callbacks that a bot accepts have a rate; those that it refuses do not count", async () => {
  await using lease = await startNodeLease({ db: database.db });
  const clock = createManualClock(1_700_000_000_000);
  let status = 403;
  const [flooded, other] = [1, 2];
  const runner = {
    running: new Set([flooded, other]),
    callbackOf: () => async () => new Response(null, { status }),
  };
  const callbacks = createCallbacks({ database, lease, runner, secrets, clock });
  async function count(botId: number, times: number): Promise<Record<number, number>> {
    const found: Record<number, number> = {};
    for (let callback = 0; callback < times; callback += 1) {
      const answer = await callbacks.handle(botId, post("{}"));
      found[answer.status] = (found[answer.status] ?? 0) + 1;
    }
    return found;
  }
  expect(await count(flooded, 1000)).toEqual({ 403: 1000 });
  status = 200;
  // The one beyond the limit has been accepted, and shows that there are too many.
  expect(await count(flooded, 1000)).toEqual({ 200: 601, 503: 399 });
  expect(await count(other, 1)).toEqual({ 200: 1 });
  clock.advance(20_000);
  expect(await count(flooded, 1)).toEqual({ 200: 1 });
  callbacks.close();
});

/** A node with a bot that receives by polling, and so answers no callback. */
async function startPollingBot() {
  const simulator = await startSimulator("telegram");
  const adapterOptions = { telegram: simulator.adapterOptions };
  const node = await startNode(database, { adapterOptions });
  const credentials = { ...simulator.credentials };
  const { bot } = await node.bots.bind(ANN, { platform: "telegram", credentials });
  await expect.poll(() => node.runner.running.has(bot.id)).toBe(true);
  return {
    node,
    bot,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      await simulator.close();
    },
  };
}

/** A bot that no node runs. */
function addBot(): Promise<number> {
  return insertBot(database.db, { userId: ANN, paused: true });
}
