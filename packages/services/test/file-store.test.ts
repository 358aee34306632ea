import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyValueStoreContract, storageContract } from "@botwright/core/contract";
import { createStorage, entryBytes } from "@botwright/core";
import { openFileStore } from "@botwright/services";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-store-"));
});
afterAll(() => rm(folder, { recursive: true }));

const newPath = (): string => {
  files += 1;
  return join(folder, `${files}`, "storage.json");
};

const suites = {
  "key-value store": keyValueStoreContract(() => openFileStore(newPath())),
  storage: storageContract(async () => createStorage({ store: await openFileStore(newPath()) })),
};

describe.each(Object.entries(suites))("a %s in a file", (_port, cases) => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

const open = async (path: string, slug = "notes") =>
  createStorage({ store: await openFileStore(path) }).open(1, slug);

test("every change is on disk when its promise resolves", async () => {
  const path = newPath();
  const [storage, other] = [await open(path), await open(newPath())];
  expect(await other.get("a")).toBeNull();
  await storage.set("a", "1");
  expect(await (await open(path)).get("a")).toBe("1");
  await storage.compareAndSet("a", "1", { b: [2] });
  await storage.set("你好", null);
  expect(await (await open(path)).get("a")).toEqual({ b: [2] });
  await storage.delete("a");
  expect(await (await open(path)).keys()).toEqual(["你好"]);
  await storage.clear();
  expect(await (await open(path)).keys()).toEqual([]);
});

test.each([
  ["of any account", {}],
  ["of one account", { userId: 1 }],
])("the keys of a file %s keep their order when it is opened again", async (_, options) => {
  const path = newPath();
  const notes = { userId: 1, pluginSlug: "24" };
  const keys = ["b", "10", 'quote": {"', "2", "__proto__", "a"];
  const store = await openFileStore(path, options);
  for (const key of keys) {
    await store.write(notes, { key, json: '{"z":[{"3":"}"}],"1":1}', bytes: 1, maxUserBytes: 99 });
  }
  const again = await openFileStore(path, options);
  expect(await again.keys(notes)).toEqual(keys);
  expect(await again.get(notes, "2")).toBe('{"1":1,"z":[{"3":"}"}]}');
});

test("no concurrent change is lost", async () => {
  const path = newPath();
  const storage = await open(path);
  await Promise.all(Array.from({ length: 100 }, (_, n) => storage.set(`key${n}`, n)));
  const again = await open(path);
  expect(await again.keys()).toHaveLength(100);
  expect(await again.get("key99")).toBe(99);
});

test("the quota counts what was stored before", async () => {
  const path = newPath();
  const storage = await open(path);
  const fifth = "x".repeat(1_048_576 - entryBytes("a", 0));
  for (const key of ["a", "b", "c", "d", "e"]) await storage.set(key, fifth);
  const again = await open(path, "other");
  await expect(again.set("f", "")).rejects.toMatchObject({ code: "STORAGE_QUOTA_EXCEEDED" });
});

test("a file of one account has its plugins at the top", async () => {
  const path = newPath();
  const store = await openFileStore(path, { userId: 7 });
  await createStorage({ store }).open(7, "notes").set("a", [1]);
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ notes: { a: [1] } });
  const again = await openFileStore(path, { userId: 7 });
  expect(await createStorage({ store: again }).open(7, "notes").get("a")).toEqual([1]);
});

test.each(["{", "[]", "1", '{"one":{}}', '{"1":[]}', '{"1":{"notes":3}}'])(
  "a file with %s is no storage, and is left alone",
  async (text) => {
    const path = join(folder, "other.json");
    await writeFile(path, text);
    await expect(openFileStore(path)).rejects.toMatchObject({ code: "STORAGE_FILE_INVALID" });
    expect(await readFile(path, "utf8")).toBe(text);
  },
);

test("a change that cannot be written rejects, and is written with the next one that can", async () => {
  const path = newPath();
  const blocked = join(path, "..");
  const storage = await open(path);
  // A file where the folder should be.
  await writeFile(blocked, "");
  await expect(storage.set("a", 1)).rejects.toMatchObject({ code: "STORAGE_FILE_FAILED" });
  await rm(blocked);
  await storage.set("b", 2);
  expect(await (await open(path)).keys()).toEqual(["a", "b"]);
});

test("what another process has stored is not overwritten", async () => {
  const path = newPath();
  const [one, two] = [await open(path), await open(path)];
  await one.set("a", 1);
  await one.set("b", 2);
  await expect(two.set("a", 3)).rejects.toMatchObject({ code: "STORAGE_FILE_CHANGED" });
  await one.set("c", 3);
  const again = await open(path);
  expect(await Promise.all(["a", "b", "c"].map((key) => again.get(key)))).toEqual([1, 2, 3]);
  // The one that was opened last goes on.
  await again.set("d", 4);
  await expect(one.delete("d")).rejects.toMatchObject({ code: "STORAGE_FILE_CHANGED" });
});

test("one account's file refuses to take another account's data", async () => {
  const store = await openFileStore(newPath(), { userId: 7 });
  const other = createStorage({ store }).open(8, "notes");
  await expect(other.set("a", 1)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
