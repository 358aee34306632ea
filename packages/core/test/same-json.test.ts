import { isDeepStrictEqual } from "node:util";
import { openJournaledRun, type JournalEntry } from "@botwright/core";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { isSameJson } from "../src/journal/same-json.ts";

/** Bytes as they are in JSON: a Buffer would make a list of them. */
function bytesAsText(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return original instanceof Uint8Array
    ? { base64: Buffer.from(original).toString("base64") }
    : value;
}

/** What "the same as JSON" says: both are written, read again, and compared. */
function isSameWhenWritten(before: unknown, now: unknown): boolean {
  const [one, other] = [before, now].map((value): unknown =>
    JSON.parse(JSON.stringify([value], bytesAsText)),
  );
  return isDeepStrictEqual(one, other);
}

const leaf = fc.oneof(
  fc.constantFrom(null, undefined, 0, -0, NaN, Infinity, "", "0", true, new Date(0), () => 1),
  fc.constantFrom("\ud800", "\udc00", "\ud800\udc00", new Date(NaN), Symbol("s"), Object(1)),
  fc.uint8Array({ maxLength: 2 }),
  fc.uint8Array({ maxLength: 2 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 0, max: 2 }),
  fc.double(),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const key = fc.constantFrom("a", "b", "0", "__proto__", "length", "toString", "");
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** The same in JSON: keys in another order, members without a value, bytes of another kind, no negative zero. */
function otherwise(given: unknown): unknown {
  if (given instanceof Uint8Array) return Buffer.from(given);
  if (given instanceof Date) return given.toJSON();
  if (Array.isArray(given)) return given.map((item) => otherwise(item) ?? null);
  if (typeof given !== "object" || given === null) return Object.is(given, -0) ? 0 : given;
  const members = Object.entries(given).map(([name, member]) => [name, otherwise(member)] as const);
  return Object.fromEntries([["nothing", undefined], ...members.toReversed()]);
}

/** A value in 256 lists and objects. */
function deep(end: unknown): unknown {
  let around = end;
  for (let level = 0; level < 256; level++) around = level % 2 === 0 ? [around] : { around };
  return around;
}

describe("two values are the same as JSON", () => {
  test("whenever they are when they are written and read", () => {
    fc.assert(
      fc.property(value, value, (before, now) => {
        expect(isSameJson(before, now)).toBe(isSameWhenWritten(before, now));
      }),
    );
  });

  test("also in another order and with members that JSON leaves out", () => {
    fc.assert(
      fc.property(value, (before) => {
        const now = otherwise(before);
        expect([isSameJson(before, now), isSameJson(now, before)]).toEqual([
          isSameWhenWritten(before, now),
          isSameWhenWritten(before, now),
        ]);
      }),
    );
    expect(isSameJson({ a: 1, b: [-0, undefined] }, otherwise({ b: [0, null], a: 1 }))).toBe(true);
  });

  test("and not when one part of one of them is another one", () => {
    fc.assert(
      fc.property(value, value, value, (part, other, around) => {
        const [before, now] = [part, other].map((one) => ({ around, list: [around, { one }] }));
        expect(isSameJson(before, now)).toBe(isSameWhenWritten(before, now));
      }),
    );
  });

  test("at any depth that a guest's arguments have, and never when one has no end", () => {
    expect(isSameJson(deep(1), deep(1))).toBe(true);
    expect(isSameJson(deep(1), deep(2))).toBe(false);
    const endless: Record<string, unknown> = {};
    endless["self"] = endless;
    expect(isSameJson(endless, { self: endless })).toBe(false);
  });
});

test("a call is compared with the recorded one without its JSON", async () => {
  const args = ["log", { lines: ["x".repeat(2 ** 20)] }];
  const set: JournalEntry = {
    callId: "call",
    sequence: 0,
    operation: "storage.set",
    args,
    outcome: { order: 0, at: 0, ok: true, value: undefined },
  };
  const journal = { read: async () => [set], write: async () => {} };
  const { intercept } = await openJournaledRun(journal, "call");
  const stringify = vi.spyOn(JSON, "stringify");
  await intercept("storage.set", structuredClone(args), async () => Promise.reject(new Error()));
  expect(stringify).not.toHaveBeenCalled();
  stringify.mockRestore();
});
