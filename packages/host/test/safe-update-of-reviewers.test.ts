/** @module-tag long */
import { expect } from "vitest";
import type { Sandbox } from "@botwright/sandbox";
import { createSafeUpdate, type UpdateFinding } from "../src/index.ts";
import { ADMIN, CODE, test } from "./updating.ts";

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

test.for(CHANGES)("a version with %s", async ([, before, after, expected], { world, plugin }) => {
  await plugin.update(CODE.replace(before, after));
  const report = await world.safeUpdate.review(plugin.id);
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

test("the reviewer's queue has the report of a new version, without being asked for it", async ({
  world,
  plugin,
}) => {
  await plugin.update(CODE.replace("number", "No."));
  const report = async () => (await world.publication.waiting(plugin.id)).update;
  await expect.poll(report).toMatchObject({ runs: 3, sends_otherwise: 3 });
  await plugin.approve();
  await expect(world.safeUpdate.review(plugin.id)).rejects.toMatchObject({
    code: "NOTHING_TO_REVIEW",
  });
});

test("a version that is taken down while its runs are compared has no report", async ({
  world,
  plugin,
}) => {
  const { db } = world.database;
  const { sha256 } = await plugin.update(CODE.replace("number", "No."));
  const slow: Pick<Sandbox, "load"> = {
    async load(code, info) {
      await world.publication.takeDown(plugin.id, ADMIN, "spam");
      return world.sandbox.load(code, info);
    },
  };
  await world.safeUpdate.close();
  await db.deleteFrom("update_report").execute();
  const late = createSafeUpdate({ db, sandbox: slow, messages: world.node.messages });
  await expect(late.review(plugin.id)).rejects.toMatchObject({ code: "PLUGIN_TAKEN_DOWN" });
  expect(await db.selectFrom("update_report").selectAll().execute()).toEqual([]);
  await expect(world.publication.approve(plugin.id, ADMIN, { sha256 })).rejects.toMatchObject({
    code: "PLUGIN_TAKEN_DOWN",
  });
});

test("runs of all bots are compared in turn, so that a busy one does not speak for all", async ({
  world,
  plugin,
}) => {
  const quiet = await world.node.addBot(9, [await world.sandbox.load(CODE, { slug: plugin.slug })]);
  await quiet.say("ask");
  for (const text of ["one", "two", "three"]) await plugin.bot.say(text);
  await plugin.update(CODE.replace('"small"', '"large"'));
  const { db } = world.database;
  const few = createSafeUpdate({
    db,
    sandbox: world.sandbox,
    messages: world.node.messages,
    runs: 2,
  });
  expect(await few.review(plugin.id)).toMatchObject({ runs: 2, asks_otherwise: 1, same: 1 });
});

test("what takes too long is compared as far as it goes", async ({ world, plugin }) => {
  await plugin.update(CODE.replace("number", "No."));
  const { db } = world.database;
  const short = createSafeUpdate({
    db,
    sandbox: world.sandbox,
    messages: world.node.messages,
    cpuMs: 0,
    runs: 2,
  });
  expect(await short.review(plugin.id)).toMatchObject({ runs: 0, is_complete: false });
  const few = createSafeUpdate({
    db,
    sandbox: world.sandbox,
    messages: world.node.messages,
    runs: 2,
  });
  expect(await few.review(plugin.id)).toMatchObject({ runs: 2, is_complete: true });
  await world.database.db.deleteFrom("journal_entry").execute();
  expect(await few.review(plugin.id)).toMatchObject({ runs: 0, not_comparable: 2 });
});
