import { expect, test } from "vitest";
import { recordSandboxEvents } from "../src/health/sandbox-events.ts";
import { createHealth } from "../src/index.ts";
import { insertBot } from "./insert-bot.ts";
import { openTestDatabase } from "./test-database.ts";

const version = "a".repeat(64);

test("what plugins do to a sandbox is in the report of all nodes", async () => {
  await using database = await openTestDatabase();
  const { db } = database;
  const health = createHealth({ db });
  expect((await health.report()).sandbox).toEqual({
    quarantined: [],
    last_day: { "worker-lost": 0, slow: 0, struck: 0, quarantined: 0 },
    events: [],
  });
  const events = recordSandboxEvents({ db, node: () => "one" });
  const untilMs = Date.now() + 600_000;
  const plugin = { slug: "boom", version };
  events.onEvent({ type: "worker-started", worker: 1, startMs: 5 });
  events.onEvent({ type: "plugin-loaded", loadMs: 1, imageBytes: 2, ...plugin });
  events.onEvent({ type: "worker-ended", worker: 1, reason: "idle" });
  await events.close();
  expect((await health.report()).sandbox.events).toEqual([]);
  for (const event of [
    { type: "plugin-slow", budget: "cpu", untilMs, ...plugin },
    { type: "worker-ended", worker: 1, reason: "hung" },
    { type: "plugin-struck", strikes: 3, ...plugin },
    { type: "plugin-quarantined", strikes: 3, untilMs, ...plugin },
    { type: "plugin-quarantined", strikes: 3, untilMs: Date.now() - 1, slug: "past", version },
  ] as const) {
    events.onEvent(event);
    await events.close();
  }
  const { sandbox } = await health.report();
  expect(sandbox.last_day).toEqual({ "worker-lost": 1, slow: 1, struck: 1, quarantined: 2 });
  expect(
    sandbox.events.map(({ type, plugin_slug, reason }) => [type, plugin_slug, reason]),
  ).toEqual([
    ["quarantined", "past", null],
    ["quarantined", "boom", null],
    ["struck", "boom", null],
    ["worker-lost", null, "hung"],
    ["slow", "boom", "cpu"],
  ]);
  expect(sandbox.quarantined).toMatchObject([
    { node: "one", plugin_slug: "boom", strikes: 3, until: new Date(untilMs).toISOString() },
  ]);
});

test("refused bots are counted, whatever their platforms say", async () => {
  await using database = await openTestDatabase();
  const says = ["no", "nul \0", "half of an emoji \uD83D", String.raw`a path C:\u0000`];
  const { db } = database;
  for (const message of says) {
    const id = await insertBot(db, { userId: 1 });
    const status = JSON.stringify({ state: "refused", code: "PLATFORM_FORBIDDEN", message });
    await db.updateTable("bot").set({ status }).where("id", "=", id).execute();
  }
  const { bots } = await createHealth({ db }).report();
  expect(bots).toMatchObject({ all: 4, refused: 4 });
});

test("a node writes no more events in a minute than its limit", async () => {
  await using database = await openTestDatabase();
  const { db } = database;
  const events = recordSandboxEvents({ db, node: () => undefined, perMinute: 2 });
  for (let count = 0; count < 10; count += 1) {
    events.onEvent({ type: "plugin-struck", strikes: count, slug: "boom", version });
  }
  await events.close();
  expect((await createHealth({ db }).report()).sandbox.events).toHaveLength(2);
});
