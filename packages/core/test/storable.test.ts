import { createMemoryStorage, encodeStoredValue, type JsonValue, LIMITS } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toStorableJson } from "../src/rules/storage/storable.ts";

const jsonOf = (value: unknown): string => toStorableJson(value, (message) => new Error(message));
const loop: Record<string, unknown> = { list: [1] };
loop["list"] = [1, { loop }];

describe("a value that storage takes", () => {
  test("is any JSON, as JSON.stringify writes it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonOf(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test("may hold one object twice, dates, and members that are undefined", () => {
    const twice = { a: 1 };
    const value = [twice, { twice, more: [twice, []], gone: undefined }, [], [], new Date(0)];
    expect(jsonOf(value)).toBe(JSON.stringify(value));
  });

  test("may be any other object, as JSON writes it", () => {
    const value = [new Map([[1, 2]]), new Set([1]), /a/u, new Uint8Array(2), Object("a")];
    expect(jsonOf(value)).toBe(JSON.stringify(value));
  });

  test("is read once, as JSON reads it", () => {
    let reads = 0;
    const value = {
      get member() {
        reads++;
        return reads === 1 ? "first" : () => {};
      },
      toJSON() {
        return { member: this.member, text: Object(5) };
      },
    };
    expect(jsonOf(value)).toBe('{"member":"first","text":5}');
    expect(reads).toBe(1);
  });
});

describe("a value that storage does not take", () => {
  test.each<[unknown, string]>([
    [undefined, "it is undefined"],
    [() => {}, "it is a function"],
    [Symbol("x"), "it is a symbol"],
    [Number.NaN, "it is NaN"],
    [Object(Number.NaN), "it is NaN"],
    [-Infinity, "it is -Infinity"],
    [1n, "it is a BigInt"],
    [Object(1n), "it is a BigInt"],
    [{ list: [1, { deep: () => {} }] }, "list[1].deep is a function"],
    [{ a: [], b: [[], [undefined]] }, "b[1][0] is undefined"],
    [[{ a: 1 }, { a: Number.POSITIVE_INFINITY }], "[1].a is Infinity"],
    [loop, "list[1].loop is a value that contains itself"],
    [{ toJSON: () => () => {} }, "it is a function"],
    [Promise.resolve(1), "it is a promise: `await` is missing"],
    [{ list: [1, Promise.resolve(1)] }, "list[1] is a promise: `await` is missing"],
    [{ ["k".repeat(500)]: 1n }, `${"k".repeat(79)} is a BigInt`],
  ])("%#: %s", (value, why) => {
    expect(() => jsonOf(value)).toThrow(
      expect.objectContaining({ message: `storage: the value cannot be stored: ${why}` }),
    );
  });

  test("is refused by a store in the same words", async () => {
    const storage = createMemoryStorage().open(1, "notes");
    await storage.set("key", "before");
    const wrong: JsonValue = { list: [Number.NaN] };
    const error = {
      code: "STORAGE_INVALID_VALUE",
      message: "storage: the value cannot be stored: list[0] is NaN",
    };
    await expect(storage.set("key", wrong)).rejects.toMatchObject(error);
    await expect(storage.compareAndSet("key", "before", wrong)).rejects.toMatchObject(error);
    expect(await storage.get("key")).toBe("before");
  });

  test("with too many levels is refused by a code", () => {
    let deep: JsonValue = 0;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(() => encodeStoredValue("key", deep, LIMITS.storage)).toThrow(
      expect.objectContaining({ code: "STORAGE_INVALID_VALUE" }),
    );
  });
});

// spec: storage.value-limit
test("a text of exactly 1 MiB of UTF-8 is stored, one byte more is not", async () => {
  const storage = createMemoryStorage().open(1, "notes");
  for (const unit of ["x", '"', "\u0001", "é", "你x"]) {
    const times = LIMITS.storage.valueBytes / Buffer.byteLength(unit);
    await storage.set("key", unit.repeat(times));
    expect(await storage.get("key")).toBe(unit.repeat(times));
    await expect(storage.set("key", `${unit.repeat(times)}x`)).rejects.toMatchObject({
      code: "STORAGE_VALUE_TOO_LARGE",
    });
  }
});
