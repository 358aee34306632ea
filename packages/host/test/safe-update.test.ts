import { createMemoryRateLimiter } from "@botwright/services";
import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { createModelCatalog } from "@botwright/services";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPublication,
  createRollBack,
  createSafeUpdate,
  type Database,
  type Publication,
  type RollBack,
  type SafeUpdate,
  type UpdateFinding,
} from "../src/index.ts";
import { addAccounts } from "./add-accounts.ts";
import { approveWaiting } from "./approve-waiting.ts";
import { type MessageNode, startMessageNode, type TestBot } from "./message-node.ts";
import { openTestDatabase } from "./test-database.ts";

const sandbox = createSandbox({ workers: 1 });
const limiter = createMemoryRateLimiter();
let database: Database;
let node: MessageNode;
let publication: Publication;
let safeUpdate: SafeUpdate;
let rollBack: RollBack;
beforeAll(async () => {
  database = await openTestDatabase();
  await addAccounts(database, DEVELOPER);
  node = await startMessageNode(database);
  const { db } = database;
  const models = createModelCatalog([
    { name: "small", provider: "x", inputPrice: 1, outputPrice: 1 },
    { name: "large", provider: "x", inputPrice: 9, outputPrice: 9 },
  ]);
  safeUpdate = createSafeUpdate({ db, sandbox, messages: node.messages, models });
  publication = createPublication({ db, limiter, sandbox, onUpdate: startReview });
  rollBack = createRollBack({ db });
});
afterAll(async () => {
  await safeUpdate.close();
  await node[Symbol.asyncDispose]();
  await sandbox.close();
  await database.close();
});

function startReview(id: number): void {
  safeUpdate.startReview(id);
}

const DEVELOPER = 5;
const ADMIN = 1;
const OWNER = 7;

const CODE = `export const meta = { permissions: { ai: true } };
export async function handler({ bot, msg, storage, aiService }) {
  const count = ((await storage.get("count")) ?? 0) + 1;
  await storage.set("count", count);
  if (msg.text === "ask") await aiService.callModel({ model: "small", messages: [] }).catch(() => {});
  await bot.reply(msg, "number " + count);
  return { handled: msg.text !== "pass" };
}`;

let pluginId: number;
let slug: string;
let bot: TestBot;
let count = 0;

/** A published plugin that a bot of the owner's has run three times. */
beforeEach(async () => {
  count += 1;
  slug = `counter-${count}`;
  ({ id: pluginId } = await publication.submit(DEVELOPER, { slug, name: slug, code: CODE }));
  await approveWaiting(publication, pluginId, ADMIN);
  bot = await node.addBot(OWNER, [await sandbox.load(CODE, { slug })]);
  await install(bot.id);
  for (const text of ["a secret", "ask", "pass"]) await bot.say(text);
});

async function install(bot_id: number): Promise<void> {
  const { published_id } = await database.db
    .selectFrom("plugin")
    .select("published_id")
    .where("id", "=", pluginId)
    .executeTakeFirstOrThrow();
  const version_id = published_id ?? 0;
  await database.db
    .insertInto("installation")
    .values({ bot_id, plugin_id: pluginId, version_id })
    .execute();
}

function installation() {
  return database.db
    .selectFrom("installation as i")
    .innerJoin("plugin_version as v", "v.id", "i.version_id")
    .where("i.bot_id", "=", bot.id);
}

async function installedVersion(): Promise<string> {
  const { version } = await installation().select("v.version").executeTakeFirstOrThrow();
  return version;
}

const update = (code: string, version = "2.0.0") =>
  publication.update(DEVELOPER, pluginId, { code, version });

const CHANGES: readonly [
  string,
  string,
  string,
  Partial<Record<UpdateFinding | "same", number>>,
][] = [
  ["nothing that is noticed", "{ handled: msg", "/* */ { handled: msg", { same: 3 }],
  ["other texts", '"number "', '"No. "', { sends_otherwise: 3 }],
  ["other values", '"count", count', '"count", count + 1', { asks_otherwise: 3 }],
  ["another key", '.get("count")', '.get("total")', { asks_otherwise: 3 }],
  [
    "a reply less",
    "await bot.reply",
    'if (msg.text !== "pass") await bot.reply',
    { same: 2, sends_otherwise: 1 },
  ],
  ["a second reply", "return", 'await bot.reply(msg, "bye"); return', { sends_otherwise: 3 }],
  [
    "a failure",
    "await bot.reply",
    "if (count === 2) null.x; await bot.reply",
    { same: 2, fails: 1 },
  ],
  ["a handled message", 'msg.text !== "pass"', "true", { same: 2, ends_otherwise: 1 }],
  ["a dearer model", '"small"', '"large"', { same: 2, asks_otherwise: 1, costs_more: 1 }],
  ["a permission less", "{ ai: true }", "{}", { same: 2, fails: 1 }],
  [
    "more work",
    "await bot.reply",
    "for (let i = 0; i < 1e6; i++); await bot.reply",
    { costs_more: 3 },
  ],
  [
    "an endless loop",
    "await bot.reply",
    'if (msg.text === "pass") for (;;); await bot.reply',
    { same: 2, fails: 1 },
  ],
  [
    "a timer",
    "return",
    "await new Promise((go) => setTimeout(go, 1)); return",
    { asks_otherwise: 3 },
  ],
];

test.each(CHANGES)("a version with %s", async (_what, before, after, expected) => {
  await update(CODE.replace(before, after));
  const report = await safeUpdate.review(pluginId);
  const counts = { same: 0, asks_otherwise: 0, sends_otherwise: 0, ends_otherwise: 0 };
  expect(report).toMatchObject({
    version: "2.0.0",
    compared_with: "1.0.0",
    runs: 3,
    ...counts,
    fails: 0,
    costs_more: 0,
    ...expected,
    not_comparable: 0,
    is_complete: true,
  });
  expect(JSON.stringify(report)).not.toContain("secret");
});

test("the reviewer's queue has the report of a new version, without being asked for it", async () => {
  await update(CODE.replace("number", "No."));
  const report = async () => (await publication.waiting(pluginId)).update;
  await expect.poll(report).toMatchObject({ runs: 3, sends_otherwise: 3 });
  await approveWaiting(publication, pluginId, ADMIN);
  await expect(safeUpdate.review(pluginId)).rejects.toMatchObject({ code: "NOTHING_TO_REVIEW" });
});

test("a version that is taken down while its runs are compared has no report", async () => {
  const { db } = database;
  const { sha256 } = await update(CODE.replace("number", "No."));
  const slow: Pick<Sandbox, "load"> = {
    async load(code, info) {
      await publication.takeDown(pluginId, ADMIN, "spam");
      return sandbox.load(code, info);
    },
  };
  await safeUpdate.close();
  await db.deleteFrom("update_report").execute();
  const late = createSafeUpdate({ db, sandbox: slow, messages: node.messages });
  await expect(late.review(pluginId)).rejects.toMatchObject({ code: "PLUGIN_TAKEN_DOWN" });
  expect(await db.selectFrom("update_report").selectAll().execute()).toEqual([]);
  await expect(publication.approve(pluginId, ADMIN, { sha256 })).rejects.toMatchObject({
    code: "PLUGIN_TAKEN_DOWN",
  });
});

describe("an owner who would have to consent", () => {
  const more = CODE.replace("{ ai: true }", "{ ai: true, search: true }").replace("number", "No.");

  test("sees what the version does otherwise in the bot's own runs", async () => {
    await update(more);
    await approveWaiting(publication, pluginId, ADMIN);
    expect(await installedVersion()).toBe("1.0.0");
    const { report, changed } = await safeUpdate.compare(OWNER, bot.id, pluginId);
    expect(report).toMatchObject({ runs: 3, sends_otherwise: 3 });
    expect(changed.map(({ calls }) => calls)).toMatchObject([
      [{ recorded: { args: [{}, "number 3"] }, now: { args: [{}, "No. 3"] } }],
      [{ recorded: { args: [{}, "number 2"] }, now: { args: [{}, "No. 2"] } }],
      [{ recorded: { args: [{}, "number 1"] }, now: { args: [{}, "No. 1"] } }],
    ]);
    const others = safeUpdate.compare(8, bot.id, pluginId);
    await expect(others).rejects.toMatchObject({ code: "INSTALLATION_NOT_FOUND" });
  });

  test("has nothing to compare when the bot has the published version", async () => {
    const same = safeUpdate.compare(OWNER, bot.id, pluginId);
    await expect(same).rejects.toMatchObject({ code: "NOTHING_TO_UPDATE" });
  });
});

describe("a developer", () => {
  test("sees what the version that waits does otherwise on own bots, and nothing of others", async () => {
    const own = await node.addBot(DEVELOPER, [await sandbox.load(CODE, { slug })]);
    await own.say("hello");
    await update(CODE.replace("number", "No."));
    const compared = await safeUpdate.preview(DEVELOPER, pluginId);
    expect(compared).toMatchObject({
      report: { version: "2.0.0", runs: 1, sends_otherwise: 1 },
      changed: [{ calls: [{ now: { args: [{}, "No. 1"] } }] }],
    });
    expect(JSON.stringify(compared)).not.toContain("secret");
    const others = safeUpdate.preview(6, pluginId);
    await expect(others).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  });

  test("has nothing to compare before a version waits, or is published", async () => {
    const none = safeUpdate.preview(DEVELOPER, pluginId);
    await expect(none).rejects.toMatchObject({ code: "NOTHING_TO_REVIEW" });
    const first = await publication.submit(DEVELOPER, {
      slug: `${slug}-new`,
      name: "n",
      code: CODE,
    });
    expect(await safeUpdate.preview(DEVELOPER, first.id)).toBeNull();
  });
});

test("runs of all bots are compared in turn, so that a busy one does not speak for all", async () => {
  const quiet = await node.addBot(9, [await sandbox.load(CODE, { slug })]);
  await quiet.say("ask");
  for (const text of ["one", "two", "three"]) await bot.say(text);
  await update(CODE.replace('"small"', '"large"'));
  const { db } = database;
  const few = createSafeUpdate({ db, sandbox, messages: node.messages, runs: 2 });
  expect(await few.review(pluginId)).toMatchObject({ runs: 2, asks_otherwise: 1, same: 1 });
});

test("an account has one report made and one that waits", async () => {
  await update(CODE.replace("{ ai: true }", "{ ai: true, search: true }"));
  await approveWaiting(publication, pluginId, ADMIN);
  const compare = () => safeUpdate.compare(OWNER, bot.id, pluginId);
  const both = [compare(), compare()];
  await expect(compare()).rejects.toMatchObject({ code: "RERUNS_BUSY" });
  expect(await Promise.all(both)).toMatchObject([{ report: { same: 3 } }, { report: { same: 3 } }]);
});

test("what takes too long is compared as far as it goes", async () => {
  await update(CODE.replace("number", "No."));
  const { db } = database;
  const short = createSafeUpdate({ db, sandbox, messages: node.messages, cpuMs: 0, runs: 2 });
  expect(await short.review(pluginId)).toMatchObject({ runs: 0, is_complete: false });
  const few = createSafeUpdate({ db, sandbox, messages: node.messages, runs: 2 });
  expect(await few.review(pluginId)).toMatchObject({ runs: 2, is_complete: true });
  await database.db.deleteFrom("journal_entry").execute();
  expect(await few.review(pluginId)).toMatchObject({ runs: 0, not_comparable: 2 });
});

describe("going back", () => {
  test("an owner goes back to the version before, and follows the next one", async () => {
    await update(`${CODE}\n// 2`);
    await approveWaiting(publication, pluginId, ADMIN);
    expect(await installedVersion()).toBe("2.0.0");
    expect(await rollBack.installation(OWNER, bot.id, pluginId)).toEqual({
      bot_id: bot.id,
      plugin_id: pluginId,
      slug,
      version: "1.0.0",
      former_version: "2.0.0",
    });
    expect(await installedVersion()).toBe("1.0.0");
    await expect(rollBack.installation(OWNER, bot.id, pluginId)).rejects.toMatchObject({
      code: "NO_FORMER_VERSION",
    });
    await expect(rollBack.installation(8, bot.id, pluginId)).rejects.toMatchObject({
      code: "INSTALLATION_NOT_FOUND",
    });
    await update(`${CODE}\n// 3`, "3.0.0");
    await approveWaiting(publication, pluginId, ADMIN);
    expect(await installedVersion()).toBe("3.0.0");
  });

  test("to a version that asks for more takes the owner's consent", async () => {
    await update(CODE.replace("{ ai: true }", "{}"));
    await approveWaiting(publication, pluginId, ADMIN);
    const refused = rollBack.installation(OWNER, bot.id, pluginId);
    await expect(refused).rejects.toMatchObject({ code: "CONSENT_NEEDED" });
    await rollBack.installation(OWNER, bot.id, pluginId, true);
    expect(await installedVersion()).toBe("1.0.0");
    const { consented } = await installation().select("consented").executeTakeFirstOrThrow();
    expect(consented).toBe('{"ai":true}');
  });

  test("a consent that was given before is kept", async () => {
    const consented = JSON.stringify({ ai: true });
    await database.db
      .updateTable("installation")
      .set({ consented })
      .where("bot_id", "=", bot.id)
      .execute();
    await update(CODE.replace("{ ai: true }", "{}"));
    await approveWaiting(publication, pluginId, ADMIN);
    expect(await installedVersion()).toBe("2.0.0");
    await rollBack.installation(OWNER, bot.id, pluginId);
    expect(await installedVersion()).toBe("1.0.0");
  });

  test("a published plugin goes back with its installations, while another version waits", async () => {
    await update(`${CODE}\n// 2`);
    await approveWaiting(publication, pluginId, ADMIN);
    await update(`${CODE}\n// 3`, "3.0.0");
    await expect(rollBack.plugin(pluginId, 6)).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
    expect(await rollBack.plugin(pluginId, DEVELOPER)).toMatchObject({
      status: "pending",
      version: "3.0.0",
      published_version: "1.0.0",
    });
    expect(await installedVersion()).toBe("1.0.0");
    await expect(rollBack.plugin(pluginId)).rejects.toMatchObject({ code: "NO_FORMER_VERSION" });
    await publication.takeDown(pluginId, ADMIN, "spam");
    await expect(rollBack.plugin(pluginId)).rejects.toMatchObject({ code: "PLUGIN_TAKEN_DOWN" });
  });
});

test("an owner runs the published version on one message's record", async () => {
  const [passed, asked] = (await node.messages.list(OWNER, { bot_id: bot.id })).items;
  const same = await safeUpdate.rerun(OWNER, asked?.id ?? 0, slug);
  expect(same).toMatchObject({ version: "1.0.0", comparison: { findings: [] } });
  await update(CODE.replace('"number "', '"No. "'));
  await approveWaiting(publication, pluginId, ADMIN);
  expect(await safeUpdate.rerun(OWNER, passed?.id ?? 0, slug)).toMatchObject({
    version: "2.0.0",
    comparison: {
      findings: ["sends_otherwise"],
      calls: [{ recorded: { args: [{}, "number 3"] }, now: { args: [{}, "No. 3"] } }],
    },
  });
  await expect(safeUpdate.rerun(8, asked?.id ?? 0, slug)).rejects.toMatchObject({
    code: "MESSAGE_NOT_FOUND",
  });
});
