import { type Logger, silentLogger } from "@botwright/core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, logTriggerConflicts, reportTriggerConflicts } from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A plugin whose versions have these triggers; the first one is published, if it is approved. */
async function addPlugin(
  slug: string,
  status: "published" | "pending" | "taken_down",
  versions: readonly (readonly string[] | undefined)[],
): Promise<void> {
  const { db } = database;
  const { id } = await db
    .insertInto("plugin")
    .values({ slug, developer_id: 1, status })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids = [];
  for (const triggers of versions) {
    const version = await db
      .insertInto("plugin_version")
      .values({
        plugin_id: id,
        version: "1.0.0",
        sha256: "",
        code: "",
        record: "{}",
        meta: JSON.stringify({ slug, triggers }),
        findings: "[]",
        state: ids.length === 0 ? "approved" : "pending",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(version.id);
  }
  await db
    .updateTable("plugin")
    .set({ published_id: ids[0] ?? null })
    .where("id", "=", id)
    .execute();
}

// spec: conflicts.exact, conflicts.prefix, conflicts.totals, http.trigger-conflicts
test("conflicts are those of published versions, whatever waits for a review", async () => {
  await addPlugin("dice", "published", [["Roll", "菜单"]]);
  await addPlugin("games", "pending", [[" ｒｏｌｌ ", "roll dice"], ["other"]]);
  await addPlugin("silent", "published", [undefined]);
  await addPlugin("gone", "taken_down", [["roll"]]);
  await addPlugin("new", "pending", []);
  const report = await reportTriggerConflicts(database.db);
  expect(report).toEqual({
    exact: [{ trigger: "Roll", plugins: ["dice", "games"] }],
    prefix: [{ trigger: '"Roll" ⊂ "roll dice"', plugins: ["dice", "games"] }],
    total_plugins: 2,
    total_triggers: 4,
  });
  const warn = vi.fn<Logger["warn"]>();
  await logTriggerConflicts(database.db, { ...silentLogger, warn });
  expect(warn.mock.calls).toEqual([
    [
      expect.stringContaining("Administration"),
      { conflicts: 2, first: [...report.exact, ...report.prefix] },
    ],
  ]);
});

test("characters that PostgreSQL's texts cannot hold keep no conflict from being reported", async () => {
  const odd = ["odd\0word", "odd\uD800\0\uDC00word", String.raw`odd\u0000word`, "👍 odd"];
  await addPlugin("odd", "published", [["odd", ...odd]]);
  await addPlugin("even", "published", [["odd", String.raw`odd\u0000word`, "👍 odd"]]);
  const { exact } = await reportTriggerConflicts(database.db);
  const ofBoth = exact.filter(({ plugins }) => plugins.includes("even"));
  expect(ofBoth.map(({ trigger }) => trigger)).toEqual([
    "odd",
    String.raw`odd\u0000word`,
    "👍 odd",
  ]);
});

test("many conflicts are one line", async () => {
  const words = Array.from({ length: 500 }, (_, word) => `word ${word}`);
  await addPlugin("first", "published", [words]);
  await addPlugin("second", "published", [words]);
  const warn = vi.fn<Logger["warn"]>();
  await logTriggerConflicts(database.db, { ...silentLogger, warn });
  expect(warn).toHaveBeenCalledOnce();
  expect(JSON.stringify(warn.mock.calls).length).toBeLessThan(2000);
});
