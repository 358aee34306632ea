import { createStorage, type StorageProvider } from "@botwright/core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { createAccountStorage, createPostgresKeyValueStore, type Database } from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";

const OWNER = 7;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate storage_account, storage_value, storage_effect`.execute(database.db);
});

function open() {
  const { db } = database;
  const storage = createStorage({ store: createPostgresKeyValueStore(db) });
  return {
    values: createAccountStorage({ db, storage }),
    notebook: storage.open(OWNER, "notebook"),
  };
}

test("an owner sees what plugins have stored, and how much of the limit it is", async () => {
  const { values, notebook } = open();
  await notebook.set("list", ["milk"]);
  await notebook.set("a/b ../\0\uD800", "你好");
  expect(await values.overview(OWNER)).toEqual({
    bytes: 165,
    limit_bytes: 5_242_880,
    plugins: [{ plugin_slug: "notebook", keys: 2, bytes: 165 }],
  });
  const [odd, list] = await values.list(OWNER, { plugin_slug: "notebook", limit: 10 });
  expect(odd).toMatchObject({ key: "a/b ../\0\uD800", preview: '"你好"' });
  expect(list).toMatchObject({ key: "list", preview: '["milk"]', bytes: 76 });
  const found = await values.list(OWNER, { plugin_slug: "notebook", text: "LIS", limit: 10 });
  expect(found).toEqual([list]);
  await expect(values.get(OWNER + 1, list?.id ?? 0)).rejects.toMatchObject({
    code: "STORAGE_VALUE_NOT_FOUND",
  });
});

test("a change reaches the plugin, unless the plugin was first", async () => {
  const { values, notebook } = open();
  const { id, revision } = await values.add(OWNER, {
    plugin_slug: "notebook",
    key: "list",
    json: '["milk"]',
  });
  const { revision: next } = await values.change(OWNER, id, { json: '["bread"]', revision });
  expect(await notebook.get("list")).toEqual(["bread"]);
  await notebook.set("list", ["eggs"]);
  const late = values.change(OWNER, id, { json: "[]", revision: next });
  await expect(late).rejects.toMatchObject({ code: "STORAGE_VALUE_CHANGED" });
  await values.remove(OWNER, id);
  expect(await notebook.get("list")).toBeNull();
});

test("a value is read in a turn of its own, because it may be large", async () => {
  const { db } = database;
  const storage = createStorage({ store: createPostgresKeyValueStore(db) });
  let hadTurn = false;
  const turns: boolean[] = [];
  const watched: StorageProvider = {
    open(userId, slug) {
      turns.push(hadTurn);
      return storage.open(userId, slug);
    },
  };
  const values = createAccountStorage({ db, storage: watched });
  const numbers = Array.from({ length: 50_000 }, (_, at) => at / 7);
  setImmediate(() => (hadTurn = true));
  const added = await values.add(OWNER, {
    plugin_slug: "notebook",
    key: "list",
    json: JSON.stringify(numbers, undefined, 1),
  });
  expect(turns).toEqual([true]);
  // Without the blanks: plugins compare it with their own.
  expect(added.json).toBe(JSON.stringify(numbers));
  expect((await values.change(OWNER, added.id, { json: ' "milk"' })).json).toBe('"milk"');
  const endless = values.change(OWNER, added.id, { json: "[1e999]" });
  await expect(endless).rejects.toMatchObject({ code: "STORAGE_INVALID_VALUE" });
});

test("the limits of plugins hold for the owner too", async () => {
  const { values, notebook } = open();
  const add = (key: string, json: string) =>
    values.add(OWNER, { plugin_slug: "notebook", key, json });
  await expect(add("a", "{")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(add("k".repeat(257), "1")).rejects.toMatchObject({ code: "STORAGE_INVALID_KEY" });
  await expect(add("a", "1e999")).rejects.toMatchObject({ code: "STORAGE_INVALID_VALUE" });
  const large = JSON.stringify("x".repeat(1_048_577));
  await expect(add("a", large)).rejects.toMatchObject({ code: "STORAGE_VALUE_TOO_LARGE" });
  for (const key of ["1", "2", "3", "4"]) await notebook.set(key, "x".repeat(1_048_576));
  const full = JSON.stringify("x".repeat(1_048_576));
  await expect(add("5", full)).rejects.toMatchObject({ code: "STORAGE_QUOTA_EXCEEDED" });
  await expect(add("1", "1")).rejects.toMatchObject({ code: "STORAGE_KEY_TAKEN" });
  await values.clear(OWNER, "notebook");
  expect((await values.overview(OWNER)).plugins).toEqual([]);
});

test("JSON that takes long to read is refused before it is read", async () => {
  const { values } = open();
  const add = (json: string) => values.add(OWNER, { plugin_slug: "notebook", key: "k", json });
  const large = { code: "STORAGE_VALUE_TOO_LARGE" };
  await expect(add(`[${"[],".repeat(900_000)}[]]`)).rejects.toMatchObject(large);
  const invalid = { code: "INVALID_INPUT" };
  await expect(add(`[${"[],".repeat(200_000)}[]]`)).rejects.toMatchObject(invalid);
  await expect(add("[".repeat(1000) + "]".repeat(1000))).rejects.toMatchObject(invalid);
  // Every character of it is an escape of six.
  const text = JSON.stringify("\u0001".repeat(300_000));
  expect(await add(text)).toMatchObject({ key: "k", json: text });
});
