import {
  type AssertionIssue,
  assertPluginMeta,
  operationAssertions,
  isContextOperation,
  type JsonValue,
  assertArguments,
  assertType,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";

/** Counts what is read of a value, at every level. */
function watch(value: unknown, seen: { reads: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key);
      // Methods and the length of lists are no members.
      if (typeof key === "symbol" || typeof found === "function" || key === "length") return found;
      seen.reads++;
      return watch(found, seen);
    },
  });
}

/** Checks arguments; returns how much was read, and the wrong places that were found. */
function check(operation: string, args: unknown[]): { reads: number; issues: AssertionIssue[] } {
  if (!isContextOperation(operation)) throw new Error(`there is no ${operation}`);
  const seen = { reads: 0 };
  const issues: AssertionIssue[] = [];
  const note = (issue: AssertionIssue): Error => {
    issues.push(issue);
    return new Error("wrong");
  };
  expect(() => operationAssertions[operation](watch(args, seen), note)).toThrow("wrong");
  return { reads: seen.reads, issues };
}

const fill = (count: number, value: unknown): unknown[] =>
  Array.from({ length: count }, () => value);
const membersOf = (count: number, value: unknown): object =>
  Object.fromEntries(fill(count, value).map((one, at) => [`key ${at}`, one]));
const nest = (levels: number, bottom: unknown): unknown => {
  let value = bottom;
  for (let level = 0; level < levels; level++)
    value = level % 2 === 0 ? [1, value] : { a: 1, value };
  return value;
};

/** Wrong arguments of a size. */
const WRONG: readonly [what: string, operation: string, args: (size: number) => unknown[]][] = [
  ["messages", "aiService.callModel", (n) => [{ model: "m", messages: fill(n, 0) }]],
  [
    "messages, the last one",
    "aiService.callModel",
    (n) => [{ model: "m", messages: [...fill(n, { role: "user", content: "x" }), 0] }],
  ],
  [
    "parts of a message",
    "aiService.callModel",
    (n) => [{ model: "m", messages: [{ role: "user", content: [...fill(n, {}), () => {}] }] }],
  ],
  ["input", "aiService.callModel", (n) => [membersOf(n, 0)]],
  ["members of a value", "storage.set", (n) => ["k", { ...membersOf(n, [0]), last: Symbol("x") }]],
  ["levels of a value", "storage.set", (n) => ["k", nest(Math.min(n, 400), () => {})]],
  ["members of a target", "bot.reply", (n) => [membersOf(n, 0), "text"]],
  [
    "members of a medium",
    "bot.downloadImage",
    (n) => [{ thumb_width: 1, thumb_height: 1, mid_size: "x", media: membersOf(n, 0) }],
  ],
  ["options", "searchService.search", (n) => ["q", { ...membersOf(n, 0), maxResults: "x" }]],
  ["arguments", "storage.get", (n) => fill(n, "key")],
];

describe("wrong arguments cost one error and linear work", () => {
  test.each(WRONG)("%s of %s", (_what, operation, args) => {
    const small = check(operation, args(100));
    const large = check(operation, args(1000));
    expect(small.issues).toHaveLength(1);
    expect(large.issues).toHaveLength(1);
    // Each member may be read a few times: for its kinds, and again to find the place.
    expect(large.reads).toBeLessThan(12 * 1000 + 100);
    expect(large.reads).toBeLessThanOrEqual(11 * small.reads + 20);
  });

  test("250,000 wrong members: only the first is looked at", () => {
    const messages = fill(250_000, 0);
    const { reads, issues } = check("aiService.callModel", [{ model: "m", messages }]);
    expect(issues).toMatchObject([{ path: "$input[0].messages[0]" }]);
    expect(reads).toBeLessThan(50);
  });

  test("a plugin's declaration too", () => {
    const issues: AssertionIssue[] = [];
    const meta = { triggers: fill(100_000, 0), permissions: { hosts: fill(100_000, 0) } };
    const note = (issue: AssertionIssue): Error => {
      issues.push(issue);
      return new Error("wrong");
    };
    expect(() => assertPluginMeta(meta, note)).toThrow("wrong");
    expect(issues).toHaveLength(1);
  });
});

/** The error of a value that cannot be stored. */
function errorOf(value: unknown): unknown {
  try {
    return assertArguments("storage.set", ["key", value]);
  } catch (error) {
    return error;
  }
}

/** A value with a wrong place under a key of the sender's own. */
const wrong = (key: string): unknown => ({ [key]: { [key]: () => {} } });

const isText = (input: unknown, fail: (issue: AssertionIssue) => Error): string => {
  if (typeof input === "string") return input;
  throw fail({ path: "$input", expected: "string" });
};

describe("the error of wrong arguments", () => {
  test("has a code and the first wrong path, in words", () => {
    expect(errorOf({ list: [1, { deep: () => {} }], other: () => {} })).toMatchObject({
      name: "InvalidInputError",
      code: "STORAGE_INVALID_VALUE",
      message: "storage: the value cannot be stored: list[1].deep is a function",
    });
  });

  test.each([
    ["long", "k".repeat(1_000_000)],
    ["with line breaks", "a\nb\r\u2028c".repeat(200)],
    ["that turn the reading direction", "\u202e\u2066\ufeff".repeat(200)],
    ["with half characters", "\ud83d".repeat(200)],
    ["with a terminal's commands", "\u001b[2J\u0007\u009b"],
  ])("shows little of keys, here %s", (_what, key) => {
    const error = errorOf(wrong(key));
    const message = error instanceof Error ? error.message : "";
    expect(error).toMatchObject({ code: "STORAGE_INVALID_VALUE" });
    expect(message).toMatch(/^storage: the value cannot be stored: /u);
    expect(message.length).toBeLessThan(450);
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  });

  test("a value that holds itself, or has too many levels to be read, is refused by a code", () => {
    const loop: unknown[] = [];
    loop.push(loop);
    let deep: unknown = 0;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(errorOf(deep)).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "storage.set must not be nested so deeply",
    });
    for (const value of [loop, { loop }]) {
      expect(errorOf(value)).toMatchObject({
        code: "STORAGE_INVALID_VALUE",
        message: expect.stringMatching(/\[0\] is a value that contains itself$/u),
      });
    }
  });

  test("an error of the value's own is not taken for one of depth", () => {
    const own = new Error("mine");
    const value = Object.defineProperty({}, "key", {
      enumerable: true,
      get() {
        throw own;
      },
    });
    expect(errorOf(value)).toBe(own);
  });

  test("has the code that is asked for", () => {
    const given = { code: "INVALID_ARGUMENT", message: "bot must be a text" };
    expect(() => assertType("bot", isText, 1, "INVALID_ARGUMENT")).toThrow(
      expect.objectContaining(given),
    );
    expect(assertType("bot", isText, "text")).toBe("text");
  });
});

test("a trusted plugin's wrong arguments are refused in its context, whatever their depth", async () => {
  const errors: unknown[] = [];
  const loop: Record<string, JsonValue> = {};
  loop["loop"] = loop;
  const odd = plugin("odd", async ({ storage }) => {
    for (const value of [loop, Object.assign([], { 0: undefined })]) {
      errors.push(await storage.set("key", value).catch((error: unknown) => error));
    }
    return { handled: true };
  });
  const { dispatcher } = setUp([odd]);
  const { runs } = await dispatcher.dispatch(incoming());
  expect(runs).toMatchObject([{ status: "handled" }]);
  const code = "STORAGE_INVALID_VALUE";
  expect(errors).toMatchObject([{ code }, { code }]);
});
