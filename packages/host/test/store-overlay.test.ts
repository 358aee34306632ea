import { createMemoryKeyValueStore } from "@botwright/core";
import { keyValueStoreContract } from "@botwright/core/contract";
import { describe, expect, test } from "vitest";
import { createStoreOverlay } from "../src/trial/store-overlay.ts";

const NOTES = { userId: 1, pluginSlug: "notes" };
const ROOM = { bytes: 2, maxUserBytes: 1000 };

/** A store with the keys `a` and `b`. */
function filled() {
  return createMemoryKeyValueStore([
    { ...NOTES, key: "a", json: "1", bytes: 2 },
    { ...NOTES, key: "b", json: "2", bytes: 2 },
  ]);
}

describe("an overlay over an empty store", () => {
  const cases = keyValueStoreContract(() => createStoreOverlay(createMemoryKeyValueStore()));
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

test("it reads what is stored, and its changes stay in it", async () => {
  const store = filled();
  const overlay = createStoreOverlay(store);
  expect(await overlay.get(NOTES, "b")).toBe("2");
  expect(await overlay.get({ ...NOTES, userId: 2 }, "b")).toBeUndefined();
  expect(await overlay.write(NOTES, { key: "b", json: "3", ifJson: "1", ...ROOM })).toEqual({
    status: "changed",
  });
  await overlay.write(NOTES, { key: "b", json: "3", ifJson: "2", ...ROOM });
  await overlay.write(NOTES, { key: "c", json: "4", ifJson: null, ...ROOM });
  expect(await overlay.keys(NOTES)).toEqual(["a", "b", "c"]);
  await overlay.delete(NOTES, "a");
  expect(await overlay.keys(NOTES)).toEqual(["b", "c"]);
  expect(await overlay.get(NOTES, "a")).toBeUndefined();
  await overlay.clear(NOTES);
  expect(await overlay.keys(NOTES)).toEqual([]);
  expect(await overlay.get(NOTES, "b")).toBeUndefined();
  await overlay.write(NOTES, { key: "b", json: "5", ifJson: null, ...ROOM });
  expect(await overlay.keys(NOTES)).toEqual(["b"]);
  expect(Array.from(store.entries(), ({ key, json }) => [key, json])).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
});

test("what it has shown stays as it was when another writer changes it", async () => {
  const store = filled();
  const overlay = createStoreOverlay(store);
  await Promise.all([overlay.get(NOTES, "a"), overlay.get(NOTES, "a")]);
  await store.write(NOTES, { key: "a", json: "9", ...ROOM });
  expect(await overlay.get(NOTES, "a")).toBe("1");
});

test("the account's quota counts what was read and written", async () => {
  const overlay = createStoreOverlay(filled());
  await overlay.get(NOTES, "a");
  const entry = { key: "c", json: "1", bytes: 2, maxUserBytes: 67 };
  expect(await overlay.write(NOTES, entry)).toEqual({ status: "quota-exceeded", total: 68 });
});
