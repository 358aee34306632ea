import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureJson } from "@botwright/core/measure-json";
import { extractTexts } from "../src/machine/calls/extract-texts.ts";
import { readArguments } from "../src/main/call/host-bridge.ts";
import type { GuestRequest } from "../src/protocol/call-messages.ts";
import { ARGUMENT_LIMITS } from "../src/protocol/message-limits.ts";
import { request } from "./guest-request.ts";

const { characters } = ARGUMENT_LIMITS;
const text = (length: number): string => "x".repeat(length);

/** What a function returns, or which error it throws. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { done: read() };
  } catch (thrown) {
    return { code: Reflect.get(Object(thrown), "code"), name: Reflect.get(Object(thrown), "name") };
  }
}

/** Whether it has a number that `JSON.stringify` writes as another value: `-1e-400` is -0, `1e400` is Infinity. */
function hasUnwritableNumber(json: string): boolean {
  let hasOne = false;
  outcomeOf(() =>
    JSON.parse(json, (_key, value: unknown) => {
      hasOne ||= [-0, Infinity, -Infinity].some((unwritable) => Object.is(value, unwritable));
      return value;
    }),
  );
  return hasOne;
}

/** As the worker sends a request. */
function sent(operation: string, json: string): GuestRequest {
  return { ...request(operation, json), ...extractTexts(json, measureJson(json)) };
}

describe("large texts cross beside the JSON", () => {
  test("and are read as from the JSON", () => {
    const item = fc.oneof(fc.string(), fc.constantFrom(null, 5, true), fc.jsonValue());
    const list = fc.array(item, { maxLength: 5 }).map((items) => JSON.stringify(items));
    const broken = fc.tuple(list, fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, more]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + more + json.slice(place);
    });
    const padding = " ".repeat(65_536);
    fc.assert(
      fc.property(fc.oneof(list, broken, fc.json()), fc.boolean(), (json, isLarge) => {
        // The guest's JSON has none: `JSON.stringify` has written it.
        fc.pre(!hasUnwritableNumber(json));
        const given = isLarge ? json.replace(/\]$/u, `${padding}]`) : json;
        const whole = request("storage.set", given);
        expect(outcomeOf(() => readArguments(sent("storage.set", given)))).toEqual(
          outcomeOf(() => readArguments(whole)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("so that the main thread reads no escaped character of them", () => {
    const texts = ["key", '"'.repeat(2_000_000), "\u0001\0\ud800".repeat(200_000)];
    const apart = sent("storage.compareAndSet", JSON.stringify(texts));
    expect(apart.json).toBe("[null,null,null]");
    expect(readArguments(apart)).toEqual(texts);
  });

  test("but not out of lists and objects, and no small ones", () => {
    for (const value of [[text(70_000)], { a: text(70_000) }, text(1000)]) {
      expect(sent("storage.set", JSON.stringify(["key", value])).texts).toEqual([]);
    }
  });

  test("with the same limit", () => {
    const most = sent("storage.set", JSON.stringify(["key", text(characters)]));
    expect(readArguments(most)[1]).toHaveLength(characters);
    const more = sent("storage.set", JSON.stringify(["key", text(characters + 1_000_000)]));
    // Not longer than shows that it is too long.
    expect(more.texts[1]?.[1]).toHaveLength(characters + 1);
    expect(() => readArguments(more)).toThrow(/at most 4194304 characters/);
  });

  test("at no place that is not there", () => {
    const wrong = { ...request("storage.get", "[null]"), texts: [[1, "key"]] } as const;
    expect(() => readArguments(wrong)).toThrow(/must be a list/);
  });
});
