import { type Simulator, type SimulatorTypes, startSimulator } from "@botwright/simulators";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BotChange, Bots, Database } from "../src/index.ts";
import { addAccounts } from "./add-accounts.ts";
import { serveCallbacks, startNode } from "./node-of-bots.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await addAccounts(database, ANN, BOB);
});
afterAll(() => database.close());
afterEach(async () => {
  await database.db.deleteFrom("bot").execute();
});

const ANN = 1;
const BOB = 2;

/** Platforms that can take credentials back. */
interface Revocable extends SimulatorTypes {
  readonly faults: { readonly "revoked-credentials": object };
}

/** The state of a bot's connection. */
async function stateOf(bots: Bots, botId: number): Promise<string> {
  return (await bots.get(ANN, botId)).status.state;
}

describe.each([
  { platform: "telegram", from: "1001" },
  { platform: "feishu", from: "ou_1001" },
  { platform: "dingtalk", from: "1001" },
] as const)("a bot of $platform", ({ platform, from }) => {
  test("is bound, answers, and is no bot of others", async () => {
    await using simulator = await startSimulator(platform);
    const adapterOptions = { [platform]: simulator.adapterOptions };
    await using node = await startNode(database, { adapterOptions });
    const { bots } = node;
    const { bot, generated } = await bots.bind(ANN, {
      platform,
      name: " Shop ",
      credentials: { ...simulator.credentials },
    });
    expect(generated).toEqual({});
    expect(bot).toMatchObject({ platform, name: "Shop", callback_url: null, paused: false });
    await expect.poll(() => stateOf(bots, bot.id)).toBe("connected");
    await simulator.say({ from, text: "hello" });
    await simulator.waitForSent(1);
    expect(simulator.sent()[0]).toMatchObject({ text: "you said hello" });

    expect(await bots.list(BOB)).toEqual([]);
    const others = [
      () => bots.get(BOB, bot.id),
      () => bots.pause(BOB, bot.id),
      () => bots.resume(BOB, bot.id),
      () => bots.unbind(BOB, bot.id),
    ];
    for (const other of others) {
      await expect(other()).rejects.toMatchObject({ code: "BOT_NOT_FOUND" });
    }
    const again = bots.bind(BOB, { platform, credentials: { ...simulator.credentials } });
    await expect(again).rejects.toMatchObject({ code: "BOT_ALREADY_BOUND" });
    expect(JSON.stringify(await bots.list(ANN))).not.toMatch(/secret|sealed/iu);
  });

  // spec: platform.refused-binding
  test("is not bound with wrong credentials, and the error says why", async () => {
    await using simulator: Simulator<Revocable> = await startSimulator(platform);
    const adapterOptions = { [platform]: simulator.adapterOptions };
    await using node = await startNode(database, { adapterOptions });
    simulator.fault("revoked-credentials");
    const refused = node.bots.bind(ANN, {
      platform,
      credentials: { ...simulator.credentials },
    });
    await expect(refused).rejects.toMatchObject({
      code: "BOT_UNAUTHORIZED",
      message: expect.stringMatching(/failed authentication/),
      refusal: {
        advice: { en: expect.stringMatching(/\w/u), zh: expect.stringMatching(/\p{Script=Han}/u) },
        said: expect.stringMatching(/\w/u),
      },
    });
    const missing = node.bots.bind(ANN, { platform, credentials: {} });
    await expect(missing).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(await node.bots.list(ANN)).toEqual([]);
  });
});

test("a platform that cannot be reached, or does not answer, is named", async () => {
  await using silent = await serveCallbacks(() => new Promise(() => {}));
  const adapterOptions = {
    telegram: { apiBase: silent.url },
    feishu: { apiBase: "http://127.0.0.1:1" },
  };
  await using node = await startNode(database, { adapterOptions, testMs: 200 });
  const { bots } = node;
  const late = bots.bind(ANN, { platform: "telegram", credentials: { token: "1:abc" } });
  await expect(late).rejects.toMatchObject({ code: "PLATFORM_TIMED_OUT" });
  const app = { app_id: "cli_a", app_secret: "s" };
  const unreachable = bots.bind(ANN, { platform: "feishu", credentials: app });
  await expect(unreachable).rejects.toMatchObject({
    code: expect.stringMatching(/^PLATFORM_(UNREACHABLE|TIMED_OUT)$/u),
  });
});

test("connections of an account are tested a few at a time", async () => {
  const answering = Promise.withResolvers<void>();
  let asked = 0;
  await using platform = await serveCallbacks(async () => {
    asked += 1;
    await answering.promise;
    const refusal = { ok: false, error_code: 401, description: "Unauthorized" };
    return Response.json(refusal, { status: 401 });
  });
  const adapterOptions = { telegram: { apiBase: platform.url } };
  await using node = await startNode(database, { adapterOptions });
  const bind = async (number: number): Promise<unknown> =>
    node.bots.bind(ANN, { platform: "telegram", credentials: { token: `${number}:abc` } });
  const running = Promise.allSettled([1, 2, 3].map(bind));
  await expect.poll(() => asked).toBe(3);
  await expect(bind(4)).rejects.toMatchObject({ code: "BINDING_BUSY" });
  answering.resolve();
  expect(await running).toMatchObject(
    [1, 2, 3].map(() => ({ reason: { code: "BOT_UNAUTHORIZED" } })),
  );
  await expect(bind(4)).rejects.toMatchObject({ code: "BOT_UNAUTHORIZED" });
});

test("a bot whose account is deleted while its connection is tested is not bound", async () => {
  await using simulator = await startSimulator("telegram");
  const adapterOptions = { telegram: simulator.adapterOptions };
  await using node = await startNode(database, { adapterOptions });
  const credentials = { ...simulator.credentials };
  const carl = 3;
  // The account is gone when the connection was tested.
  const binding = node.bots.bind(carl, { platform: "telegram", credentials });
  await expect(binding).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
  expect(await node.bots.list(carl)).toEqual([]);
});

test("an account has at most its limit of bots, also when they are bound at once", async () => {
  await using telegram = await startSimulator("telegram");
  await using feishu = await startSimulator("feishu");
  const adapterOptions = { telegram: telegram.adapterOptions, feishu: feishu.adapterOptions };
  await using node = await startNode(database, { adapterOptions, most: 1 });
  const both = await Promise.allSettled(
    [telegram, feishu].map(({ credentials }, place) =>
      node.bots.bind(ANN, {
        platform: place === 0 ? "telegram" : "feishu",
        credentials: { ...credentials },
      }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "BOT_LIMIT" },
  });
  expect(await node.bots.list(ANN)).toHaveLength(1);
});

test("a bot is renamed, paused, resumed, bound again and unbound", async () => {
  await using simulator = await startSimulator("telegram");
  await using other = await startSimulator("telegram", { token: "7000000002:other-secret" });
  const adapterOptions: { telegram: { apiBase: string } } = {
    telegram: { apiBase: simulator.baseUrl },
  };
  await using node = await startNode(database, { adapterOptions });
  const { bots } = node;
  const { bot } = await bots.bind(ANN, {
    platform: "telegram",
    credentials: { token: simulator.credentials.token },
  });
  await expect.poll(() => stateOf(bots, bot.id)).toBe("connected");
  expect(await bots.rename(ANN, bot.id, "Reading room")).toMatchObject({ name: "Reading room" });
  await expect(bots.rename(ANN, bot.id, "a\u0000b")).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });

  expect((await bots.pause(ANN, bot.id)).status.state).toBe("paused");
  await expect.poll(() => node.runner.running.has(bot.id)).toBe(false);
  await simulator.say({ from: "1001", text: "while paused" });
  await bots.resume(ANN, bot.id);
  await expect.poll(() => stateOf(bots, bot.id)).toBe("connected");
  await simulator.waitForSent(1);
  expect(simulator.sent()[0]).toMatchObject({ text: "you said while paused" });

  const wrong = bots.rebind(ANN, bot.id, { credentials: { token: "7:wrong" } });
  await expect(wrong).rejects.toMatchObject({ code: "BOT_UNAUTHORIZED" });
  await expect.poll(() => stateOf(bots, bot.id)).toBe("connected");
  await bots.pause(ANN, bot.id);
  const whilePaused = bots.rebind(ANN, bot.id, { credentials: { token: "7:wrong" } });
  await expect(whilePaused).rejects.toMatchObject({ code: "BOT_UNAUTHORIZED" });
  expect(await stateOf(bots, bot.id)).toBe("paused");
  adapterOptions.telegram = { apiBase: other.baseUrl };
  const next = await bots.rebind(ANN, bot.id, { credentials: { token: other.credentials.token } });
  expect(next.bot).toMatchObject({ id: bot.id, name: "Reading room" });
  expect(next.bot.account).not.toBe(bot.account);
  await expect.poll(() => stateOf(bots, bot.id)).toBe("connected");
  await other.say({ from: "1001", text: "here" });
  await other.waitForSent(1);

  await bots.unbind(ANN, bot.id);
  await expect.poll(() => node.runner.running.has(bot.id)).toBe(false);
  expect(await bots.list(ANN)).toEqual([]);
  for (const table of ["adapter_state", "message", "lane", "installation"] as const) {
    const rows = database.db.selectFrom(table).select("bot_id").where("bot_id", "=", bot.id);
    expect(await rows.execute()).toEqual([]);
  }
});

test("a bot stops and starts on the node that has it, whichever node is asked", async () => {
  await using simulator = await startSimulator("telegram");
  const adapterOptions = { telegram: simulator.adapterOptions };
  await using node = await startNode(database, { adapterOptions });
  await using asked = await startNode(database, { adapterOptions, runs: false });
  const { bots } = asked;
  const runs = (): boolean => node.runner.running.has(bot.id);
  const { bot } = await bots.bind(ANN, {
    platform: "telegram",
    credentials: { token: simulator.credentials.token },
  });
  await expect.poll(runs).toBe(true);
  await bots.pause(ANN, bot.id);
  await expect.poll(runs).toBe(false);
  await bots.resume(ANN, bot.id);
  await expect.poll(() => stateOf(bots, bot.id)).toBe("connected");
  simulator.fault("revoked-credentials");
  await expect.poll(() => stateOf(bots, bot.id), { timeout: 10_000 }).toBe("refused");
  expect((await bots.get(ANN, bot.id)).status).toMatchObject({
    code: "PLATFORM_UNAUTHORIZED",
    advice: { en: expect.stringMatching(/\w/u), zh: expect.stringMatching(/\p{Script=Han}/u) },
  });
  await bots.unbind(ANN, bot.id);
  await expect.poll(runs).toBe(false);
});

test("a watcher of an account receives each of its bots, their changes and their end", async () => {
  await using simulator = await startSimulator("telegram");
  await using node = await startNode(database, {
    adapterOptions: { telegram: simulator.adapterOptions },
  });
  const ending = new AbortController();
  const seen: BotChange[] = [];
  const watching = (async () => {
    for await (const change of node.bots.watch(ANN, ending.signal)) seen.push(change);
  })();
  const { bot } = await node.bots.bind(ANN, {
    platform: "telegram",
    credentials: { token: simulator.credentials.token },
  });
  await expect.poll(() => seen.some(isConnected)).toBe(true);
  await node.bots.unbind(ANN, bot.id);
  await expect.poll(() => seen.at(-1)).toEqual({ type: "unbound", bot_id: bot.id });
  ending.abort();
  await watching;
});

function isConnected(change: BotChange): boolean {
  return change.type === "bot" && change.bot.status.state === "connected";
}
