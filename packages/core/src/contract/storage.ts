import assert from "node:assert/strict";
import { LIMITS } from "../rules/limits.ts";
import type { JsonValue, StorageProvider } from "../ports/storage.ts";
import { entryBytes } from "../rules/storage/stored-value.ts";
import { withUpdate } from "../rules/storage/with-update.ts";
import type { ContractCase } from "./case.ts";
import { storageRunCases } from "./storage-runs.ts";

const { keyCharacters, userBytes, valueBytes } = LIMITS.storage;

/** A value that, with a key of one character, takes exactly a fifth of the quota. */
const fifth = "x".repeat(userBytes / 5 - entryBytes("k", 0));

/** The rules of a {@link StorageProvider}; each case creates an empty one. */
export function storageContract(
  create: () => StorageProvider | Promise<StorageProvider>,
): ContractCase[] {
  return [
    // spec: storage.get, storage.set
    {
      name: "gives a value back with the type it was set with",
      async run() {
        const storage = (await create()).open(1, "notes");
        const values: JsonValue[] = [
          "",
          "你好",
          "{}",
          0,
          -1.5,
          true,
          null,
          [],
          { a: [{ b: "c" }] },
        ];
        for (const [index, value] of values.entries()) {
          await storage.set(`key${index}`, value);
          assert.deepEqual(await storage.get(`key${index}`), value);
        }
      },
    },
    // spec: storage.get
    {
      name: "gives null for a key that is absent",
      async run() {
        const storage = (await create()).open(1, "notes");
        assert.equal(await storage.get("nothing"), null);
        assert.equal(await storage.get("constructor"), null);
      },
    },
    {
      name: "keeps what was set, whatever the caller does to the object later",
      async run() {
        const storage = (await create()).open(1, "notes");
        const list = ["milk"];
        await storage.set("list", list);
        list.push("bread");
        assert.deepEqual(await storage.get("list"), ["milk"]);
      },
    },
    {
      name: "sets a value only while the key holds the expected one",
      async run() {
        const storage = (await create()).open(1, "poll");
        assert.equal(await storage.compareAndSet("votes", 0, 1), false);
        assert.equal(await storage.compareAndSet("votes", null, { a: [1] }), true);
        assert.equal(await storage.compareAndSet("votes", null, 1), false);
        assert.equal(await storage.compareAndSet("votes", { a: [2] }, 1), false);
        assert.equal(await storage.compareAndSet("votes", { a: [1] }, 2), true);
        assert.equal(await storage.get("votes"), 2);
        // Of several writers that expect the same value, exactly one succeeds.
        const sets = Array.from({ length: 20 }, (_, n) => storage.compareAndSet("votes", 2, n + 3));
        assert.equal((await Promise.all(sets)).filter(Boolean).length, 1);
        await assert.rejects(storage.compareAndSet("", null, 1), { code: "STORAGE_INVALID_KEY" });
      },
    },
    {
      name: "loses no write of twenty that update one key at once",
      async run() {
        const provider = await create();
        const updates = Array.from({ length: 20 }, (_, voter) =>
          withUpdate(provider.open(1, "poll")).update("votes", async (votes) => ({
            ...Object(votes),
            [`voter ${voter}`]: voter,
          })),
        );
        await Promise.all(updates);
        const kept = Object.keys(Object(await provider.open(1, "poll").get("votes")));
        assert.equal(kept.length, 20);
      },
    },
    {
      name: "expects values by what they hold, not by the order of their keys",
      async run() {
        const storage = (await create()).open(1, "poll");
        await storage.set("votes", { a: 1, b: [{ c: 2, d: 3 }] });
        const same = { b: [{ d: 3, c: 2 }], a: 1 };
        assert.equal(await storage.compareAndSet("votes", same, "new"), true);
        await storage.set("nothing", null);
        assert.equal(await storage.compareAndSet("nothing", null, 1), true);
        await storage.delete("nothing");
        assert.equal(await storage.compareAndSet("nothing", 1, 2), false);
        assert.equal(await storage.compareAndSet("nothing", null, 2), true);
      },
    },
    {
      name: "does the writes of an effect once, where it has keys for effects",
      async run() {
        const storage = (await create()).open(1, "poll");
        const effect = storage.forEffect?.("effect 1");
        if (effect === undefined) return;
        assert.equal(await effect.compareAndSet("votes", null, 1), true);
        assert.equal(await effect.compareAndSet("votes", null, 1), true);
        const refused = storage.forEffect?.("effect 2") ?? storage;
        assert.equal(await refused.compareAndSet("votes", null, 2), false);
        await storage.delete("votes");
        assert.equal(await refused.compareAndSet("votes", null, 2), false);
        assert.equal(await storage.get("votes"), null);
      },
    },
    {
      name: "refuses a write for want of room only while there is none, also under the key of an effect",
      async run() {
        const storage = (await create()).open(1, "poll");
        const effect = storage.forEffect?.("effect 1");
        if (effect === undefined) return;
        for (const key of ["a", "b", "c", "d", "e"]) await storage.set(key, fifth);
        await assert.rejects(effect.set("f", 1), { code: "STORAGE_QUOTA_EXCEEDED" });
        await assert.rejects(effect.compareAndSet("f", null, 1), {
          code: "STORAGE_QUOTA_EXCEEDED",
        });
        await storage.delete("a");
        await effect.set("f", 1);
        assert.equal(await storage.get("f"), 1);
        await storage.set("f", 2);
        await effect.set("f", 1);
        assert.equal(await storage.get("f"), 2);
      },
    },
    ...storageRunCases(create),
    // spec: storage.delete, storage.keys, storage.clear, storage.isolated
    {
      name: "lists, deletes and clears keys of this plugin and account only",
      async run() {
        const provider = await create();
        const storage = provider.open(1, "notes");
        const others = [provider.open(1, "other"), provider.open(2, "notes")];
        for (const other of others) await other.set("a", 1);
        await storage.set("a", 1);
        await storage.set("b", 2);
        await storage.set("a", 3);
        assert.deepEqual(await storage.keys(), ["a", "b"]);
        await storage.delete("a");
        await storage.delete("never there");
        assert.deepEqual(await storage.keys(), ["b"]);
        await storage.clear();
        assert.deepEqual(await storage.keys(), []);
        for (const other of others) assert.equal(await other.get("a"), 1);
      },
    },
    {
      name: "opens the same data twice",
      async run() {
        const provider = await create();
        await provider.open(1, "notes").set("a", 1);
        assert.equal(await provider.open(1, "notes").get("a"), 1);
      },
    },
    // spec: storage.refused
    {
      name: "refuses keys that are empty or too long",
      async run() {
        const storage = (await create()).open(1, "notes");
        const longest = "k".repeat(keyCharacters);
        await storage.set(longest, 1);
        assert.equal(await storage.get(longest), 1);
        for (const key of ["", `${longest}k`]) {
          await assert.rejects(storage.set(key, 1), { code: "STORAGE_INVALID_KEY" });
          await assert.rejects(storage.get(key), { code: "STORAGE_INVALID_KEY" });
        }
      },
    },
    // spec: storage.value-limit, storage.refused
    {
      name: "counts the UTF-8 bytes of a text, and of the JSON of any other value, and refuses one that is too large, changing nothing",
      async run() {
        const storage = (await create()).open(1, "notes");
        const largest = `${"你".repeat(Math.floor(valueBytes / 3))}${"x".repeat(valueBytes % 3)}`;
        await storage.set("v", largest);
        await assert.rejects(storage.set("v", `${largest}x`), { code: "STORAGE_VALUE_TOO_LARGE" });
        assert.equal(await storage.get("v"), largest);
        // The JSON of a list with one text is four characters longer than the text.
        const list = ["x".repeat(valueBytes - 4)];
        await storage.set("v", list);
        const longer = [`${list[0]}x`];
        await assert.rejects(storage.set("v", longer), { code: "STORAGE_VALUE_TOO_LARGE" });
        assert.deepEqual(await storage.get("v"), list);
      },
    },
    // spec: storage.refused
    {
      name: "refuses values that JSON would change, changing nothing",
      async run() {
        const storage = (await create()).open(1, "notes");
        await storage.set("v", 1);
        for (const value of [Number.NaN, Number.POSITIVE_INFINITY, { a: [Number.NaN] }]) {
          await assert.rejects(storage.set("v", value), { code: "STORAGE_INVALID_VALUE" });
        }
        assert.equal(await storage.get("v"), 1);
      },
    },
    // spec: storage.user-limit
    {
      name: "bounds the number of entries of an account, whatever they hold",
      async run() {
        const storage = (await create()).open(1, "notes");
        // Besides the large entries, four entries with a key of one character and no value fit.
        await storage.set("a", "x".repeat(valueBytes));
        for (const key of ["b", "c", "d"]) await storage.set(key, "x".repeat(valueBytes));
        const left = userBytes - 4 * entryBytes("a", valueBytes) - 4 * entryBytes("a", 0);
        await storage.set("e", "x".repeat(left - entryBytes("e", 0)));
        for (const key of ["f", "g", "h"]) await storage.set(key, "");
        // The JSON of this character has six characters.
        await assert.rejects(storage.set("\u0000", ""), { code: "STORAGE_QUOTA_EXCEEDED" });
        await storage.set("i", "");
        await assert.rejects(storage.set("j", ""), { code: "STORAGE_QUOTA_EXCEEDED" });
        assert.equal((await storage.keys()).length, 9);
      },
    },
    // spec: storage.user-limit, storage.refused
    {
      name: "holds all plugins of an account to one quota, and gives room back",
      async run() {
        const provider = await create();
        const [notes, other] = [provider.open(1, "notes"), provider.open(1, "other")];
        for (const key of ["a", "b", "c"]) await notes.set(key, fifth);
        for (const key of ["d", "e"]) await other.set(key, fifth);
        await assert.rejects(other.set("f", ""), { code: "STORAGE_QUOTA_EXCEEDED" });
        assert.equal(await other.get("f"), null);
        await notes.set("a", fifth);
        await assert.rejects(notes.set("a", `${fifth}x`), { code: "STORAGE_QUOTA_EXCEEDED" });
        assert.equal(await notes.get("a"), fifth);
        await provider.open(2, "notes").set("a", fifth);
        await notes.delete("a");
        await other.set("f", fifth);
        await other.clear();
        await notes.set("g", fifth);
      },
    },
  ];
}
