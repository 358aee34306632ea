import type { PlatformBinding } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createQrPictures } from "../src/bots/logins/qr-pictures.ts";
import { createLogins, type Database, type LoginRecord, type Logins } from "../src/index.ts";
import { addAccounts } from "./add-accounts.ts";
import { loseStatement } from "./lose-answer.ts";
import { bindings, secrets, startNode } from "./node-of-bots.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await addAccounts(database, ANN, BOB);
});
afterAll(() => database.close());
afterEach(async () => {
  await database.db.deleteFrom("bot").execute();
  await database.db.deleteFrom("bot_login").execute();
});

const ANN = 1;
const BOB = 2;

/** The states of a login, as they are pushed. */
function follow(logins: Logins, id: string) {
  const seen: LoginRecord[] = [];
  const done = (async () => {
    for await (const login of logins.watch(ANN, id, new AbortController().signal)) seen.push(login);
  })();
  return { states: () => seen.map(({ state }) => state), last: () => seen.at(-1), done };
}

test("a bot of WeChat is bound by a QR code, which any node shows", async () => {
  await using simulator = await startSimulator("wechat");
  const adapterOptions = { wechat: simulator.adapterOptions };
  await using node = await startNode(database, { adapterOptions });
  await using other = await startNode(database, { adapterOptions, runs: false });
  const { id } = await node.logins.start(ANN, "wechat");
  const seen = follow(other.logins, id);
  await expect.poll(() => seen.states()).toContain("waiting");
  expect(seen.last()).toMatchObject({ attempt: 1, svg: expect.stringMatching(/^<svg/u) });
  await expect(node.logins.get(BOB, id)).rejects.toMatchObject({ code: "LOGIN_NOT_FOUND" });

  simulator.expire();
  await expect.poll(() => seen.last()).toMatchObject({ state: "waiting", attempt: 2 });
  simulator.scan({ verifyCode: "123456" });
  await expect.poll(() => seen.last()).toMatchObject({ state: "needs-code", is_wrong: false });
  await expect(other.logins.submit(ANN, id, "12 or so")).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  await other.logins.submit(ANN, id, "654321");
  await expect.poll(() => seen.last()).toMatchObject({ state: "needs-code", is_wrong: true });
  await other.logins.submit(ANN, id, "123456");
  await expect.poll(() => seen.states()).toContain("scanned");
  simulator.confirm();
  await seen.done;
  const [bot] = await node.bots.list(ANN);
  expect(seen.last()).toMatchObject({ state: "confirmed", bot_id: bot?.id, is_over: true });
  await expect.poll(async () => (await node.bots.list(ANN))[0]?.status.state).toBe("connected");
  await simulator.say({ from: simulator.ownerId, text: "hello" });
  await simulator.waitForSent(1);
  const rows = await database.db.selectFrom("bot_login").select("state").execute();
  expect(JSON.stringify(rows)).not.toContain("token");
  await expect(other.logins.submit(ANN, id, "1")).rejects.toMatchObject({
    code: "LOGIN_NEEDS_NO_CODE",
  });
}, 30_000);

test("a login is given up by any node, ends with its node, and is one of a few", async () => {
  await using simulator = await startSimulator("wechat");
  const adapterOptions = { wechat: simulator.adapterOptions };
  const node = await startNode(database, { adapterOptions });
  await using other = await startNode(database, { adapterOptions });
  const started = await Promise.all([1, 2, 3].map(() => node.logins.start(ANN, "wechat")));
  const [first, second] = started.map(({ id }) => id);
  await expect(other.logins.start(ANN, "wechat")).rejects.toMatchObject({ code: "LOGIN_LIMIT" });
  await other.logins.cancel(ANN, first ?? "");
  await expect
    .poll(() => other.logins.get(ANN, first ?? ""))
    .toMatchObject({ state: "cancelled", is_over: true });
  await other.logins.start(BOB, "wechat");
  // The node dies: its lease ends, and it writes nothing more.
  await node.lease.close();
  expect(await other.logins.get(ANN, second ?? "")).toMatchObject({
    state: "failed",
    code: "LOGIN_INTERRUPTED",
    is_over: true,
  });
  await other.logins.start(ANN, "wechat");
  await node[Symbol.asyncDispose]();
});

test("a bot of WeChat gets a new session when its owner logs in again", async () => {
  await using simulator = await startSimulator("wechat");
  const adapterOptions = { wechat: simulator.adapterOptions };
  await using node = await startNode(database, { adapterOptions });
  const logIn = async (botId?: number): Promise<LoginRecord | undefined> => {
    const { id } = await node.logins.start(ANN, "wechat", botId);
    const seen = follow(node.logins, id);
    await expect.poll(() => seen.states()).toContain("waiting");
    simulator.scan();
    await expect.poll(() => seen.states(), { timeout: 5000 }).toContain("scanned");
    simulator.confirm();
    await seen.done;
    return seen.last();
  };
  const first = await logIn();
  const [bot] = await node.bots.list(ANN);
  expect(first).toMatchObject({ state: "confirmed", bot_id: bot?.id });
  expect(await logIn(bot?.id)).toMatchObject({ state: "confirmed", bot_id: bot?.id });
  expect(await node.bots.list(ANN)).toHaveLength(1);
  await expect(node.logins.start(BOB, "wechat", bot?.id)).rejects.toMatchObject({
    code: "BOT_NOT_FOUND",
  });
  const asked = node.bots.bind(ANN, { platform: "wechat", credentials: { token: "x" } });
  await expect(asked).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  await expect(node.logins.start(ANN, "telegram")).rejects.toMatchObject({
    code: "PLATFORM_UNSUPPORTED",
  });
}, 30_000);

test("a login whose code is too long for a picture is shown with its text", async () => {
  const qr = "x".repeat(3000);
  const wechat: PlatformBinding = {
    ...bindings.wechat,
    async *login() {
      yield { state: "waiting", qr, attempt: 1 };
    },
  };
  await using node = await startNode(database, { adapterOptions: {}, runs: false });
  const { lease, bots } = node;
  const logins = createLogins({ database, lease, bots, secrets, bindings: { wechat } });
  const { id } = await logins.start(ANN, "wechat");
  await expect.poll(() => logins.get(ANN, id)).toMatchObject({ state: "waiting", qr });
  expect(await logins.get(ANN, id)).not.toHaveProperty("svg");
  await logins.close();
});

test("a code is drawn once, however often its login is read", () => {
  const drawn: string[] = [];
  const draw = createQrPictures((text) => {
    drawn.push(text);
    if (text === "too long") throw new RangeError("Data too long");
    return `<svg>${text}</svg>`;
  });
  const read = ["a", "b", "too long"].flatMap((text) => [draw(text), draw(text)]);
  const svgs = ["<svg>a</svg>", "<svg>b</svg>", undefined];
  expect(read).toEqual(svgs.flatMap((svg) => [svg, svg]));
  expect(drawn).toEqual(["a", "b", "too long"]);
});

test("logins that begin at once are counted before their rows are written", async () => {
  await using simulator = await startSimulator("wechat");
  const adapterOptions = () => simulator.adapterOptions;
  await using node = await startNode(database, { adapterOptions: {}, runs: false });
  const common = { database, lease: node.lease, bots: node.bots, secrets, bindings };
  const logins = createLogins({ ...common, adapterOptions, maxOfNode: 1 });
  const begun = await Promise.allSettled([ANN, BOB].map((user) => logins.start(user, "wechat")));
  expect(begun).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { code: "LOGIN_LIMIT" } },
  ]);
  await logins.close();
});

test("the end of a login is written after the database could not be reached", async () => {
  await using simulator = await startSimulator("wechat");
  const adapterOptions = () => simulator.adapterOptions;
  await using node = await startNode(database, { adapterOptions: {}, runs: false });
  const breaking = loseStatement(database, { statement: /is_over = .*"cancelled/u });
  const common = { database: breaking, lease: node.lease, bots: node.bots, secrets, bindings };
  const logins = createLogins({ ...common, adapterOptions });
  const { id } = await logins.start(ANN, "wechat");
  await expect.poll(() => logins.get(ANN, id)).toMatchObject({ state: "waiting" });
  await logins.cancel(ANN, id);
  await expect.poll(() => logins.get(ANN, id)).toMatchObject({ state: "cancelled", is_over: true });
  expect(breaking.committed()).toBe(1);
  await logins.close();
});
