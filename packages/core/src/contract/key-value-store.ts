import assert from "node:assert/strict";
import type { KeyValueStore, StoreWrite } from "../ports/key-value-store.ts";
import { casesWith, type ContractCase } from "./case.ts";

const NOTES = { userId: 1, pluginSlug: "notes" };
const OTHERS = [
  { userId: 1, pluginSlug: "other" },
  { userId: 2, pluginSlug: "notes" },
];
const ROOM = { bytes: 1, maxUserBytes: 1000 };

/** The rules of a {@link KeyValueStore}; each case creates an empty one. */
export function keyValueStoreContract(
  create: () => KeyValueStore | Promise<KeyValueStore>,
): ContractCase[] {
  return casesWith(create, {
    "gives back the text that was written": async (store) => {
      const json = '{"b":1,"a":"你好\\u0000"}';
      const written = await store.write(NOTES, { key: "a", json, ...ROOM });
      assert.deepEqual(written, { status: "written" });
      assert.equal(await store.get(NOTES, "a"), json);
      assert.equal(await store.get(NOTES, "constructor"), undefined);
    },
    "keeps plugins and accounts apart": async (store) => {
      for (const scope of OTHERS) await store.write(scope, { key: "a", json: "1", ...ROOM });
      assert.equal(await store.get(NOTES, "a"), undefined);
      await store.write(NOTES, { key: "a", json: "2", ...ROOM });
      await store.write(NOTES, { key: "b", json: "2", ...ROOM });
      await store.write(NOTES, { key: "a", json: "3", ...ROOM });
      assert.deepEqual(await store.keys(NOTES), ["a", "b"]);
      await store.delete(NOTES, "a");
      await store.delete(NOTES, "never there");
      assert.deepEqual(await store.keys(NOTES), ["b"]);
      await store.clear(NOTES);
      assert.deepEqual(await store.keys(NOTES), []);
      for (const scope of OTHERS) assert.equal(await store.get(scope, "a"), "1");
    },
    "lists keys in the order of their first writing, whatever they look like": async (store) => {
      const keys = ["b", "10", "a", "2", "-1", "01"];
      for (const key of [...keys, "10"]) await store.write(NOTES, { key, json: "1", ...ROOM });
      assert.deepEqual(await store.keys(NOTES), keys);
    },
    "writes on condition that a key holds a text, or is absent": async (store) => {
      const write = async (json: string, ifJson: string | null): Promise<string> =>
        (await store.write(NOTES, { key: "a", json, ifJson, ...ROOM })).status;
      assert.equal(await write("1", "0"), "changed");
      assert.equal(await store.get(NOTES, "a"), undefined);
      assert.equal(await write("1", null), "written");
      assert.equal(await write("2", null), "changed");
      assert.equal(await write("2", "1"), "written");
      assert.equal(await store.get(NOTES, "a"), "2");
    },
    "lets one of many conditional writes at the same time succeed": async (store) => {
      const writes = Array.from({ length: 20 }, (_, n) =>
        store.write(NOTES, { key: "a", json: String(n), ifJson: null, ...ROOM }),
      );
      const results = await Promise.all(writes);
      assert.equal(results.filter(({ status }) => status === "written").length, 1);
    },
    "counts the bytes of all plugins of an account, and gives room back": async (store) => {
      const write = (key: string, bytes: number) =>
        store.write(NOTES, { key, json: "1", bytes, maxUserBytes: 100 });
      const other = OTHERS[0] ?? NOTES;
      await store.write(other, { key: "a", json: "1", bytes: 60, maxUserBytes: 100 });
      assert.deepEqual(await write("a", 41), { status: "quota-exceeded", total: 101 });
      assert.equal(await store.get(NOTES, "a"), undefined);
      assert.deepEqual(await write("a", 40), { status: "written" });
      assert.deepEqual(await write("a", 41), { status: "quota-exceeded", total: 101 });
      assert.deepEqual(await write("a", 30), { status: "written" });
      assert.deepEqual(await write("b", 10), { status: "written" });
      await store.clear(other);
      assert.deepEqual(await write("c", 60), { status: "written" });
    },
    "makes a change under the key of an effect once": async (store) => {
      const write = async (json: string, more: Partial<StoreWrite>): Promise<string> =>
        (await store.write(NOTES, { key: "a", json, ...more, ...ROOM })).status;
      assert.equal(await write("1", { effect: { key: "e1" } }), "written");
      assert.equal(await write("2", {}), "written");
      assert.equal(await write("1", { effect: { key: "e1" } }), "written");
      assert.equal(await store.get(NOTES, "a"), "2");
      const never = { ifJson: "", effect: { key: "e2", isFinal: true } };
      assert.equal(await write("3", never), "changed");
      assert.equal(await write("3", { effect: { key: "e2" } }), "changed");
      assert.equal(await write("3", { ifJson: "", effect: { key: "e3" } }), "changed");
      assert.equal(await write("3", { ifJson: "2", effect: { key: "e3" } }), "written");
      await store.delete(NOTES, "a", { key: "e4" });
      assert.equal(await write("4", {}), "written");
      await store.delete(NOTES, "a", { key: "e4" });
      await store.clear(NOTES, { key: "e1" });
      assert.equal(await store.get(NOTES, "a"), "4");
    },
    "never lets writes at the same time exceed the quota": async (store) => {
      const writes = Array.from({ length: 20 }, (_, n) =>
        store.write(NOTES, { key: `k${n}`, json: "1", bytes: 10, maxUserBytes: 100 }),
      );
      const results = await Promise.all(writes);
      assert.equal(results.filter(({ status }) => status === "written").length, 10);
      assert.equal((await store.keys(NOTES)).length, 10);
    },
  });
}
