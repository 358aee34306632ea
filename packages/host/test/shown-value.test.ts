import { createRedactor, type Redactor, type RunTrace } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { viewTracedRun } from "../src/messages/trace-view.ts";
import { createShownRoom, toShown, toShownArguments } from "../src/messages/shown-value.ts";

const message = { type: "text", text: "hi", messageId: 7, contextToken: "t", raw: {} };

test.each([
  ["what is JSON as it is", { a: [1, "x", null, true] }, { a: [1, "x", null, true] }],
  ["bytes as their number", new Uint8Array(3), { bytes: 3 }],
  ["what looks like a message whole", [message], [message]],
  ["nothing as null", [undefined, NaN, { a: undefined }], [null, null, {}]],
  ["what JSON cannot hold by its name", [1n, () => {}], ["1", "function"]],
  ["a long text cut", "x".repeat(5000), `${"x".repeat(3999)}…`],
  ["a long list cut", Array.from({ length: 101 }, () => 1), [...Array(100).fill(1), "…"]],
])("shows %s", (_what, value, shown) => {
  expect(toShown(value)).toEqual(shown);
});

test("shows the message that is answered by its number", () => {
  expect(toShownArguments("bot.reply", [message, "hello"])).toEqual([{ message: 7 }, "hello"]);
  expect(toShownArguments("storage.set", ["key", message])).toEqual(["key", message]);
});

test("is of bounded size, however large, wide or deep the value is", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 100; level++) deep = [deep];
  const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => [1, 2, 3]));
  const texts = Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => ["k".repeat(900) + n, "x".repeat(5000)]),
  );
  for (const value of [deep, wide, texts, [wide, texts, deep]]) {
    expect(JSON.stringify(toShown(value)).length).toBeLessThan(70_000);
  }
});

test("is of bounded size together with all other values of an answer", () => {
  const room = createShownRoom();
  const large = Array.from({ length: 20 }, () => "x".repeat(4000));
  const shown = Array.from({ length: 200 }, () => toShown(large, undefined, room));
  expect(shown[0]).toEqual(toShown(large));
  expect(JSON.stringify(shown).length).toBeLessThan(2_200_000);
  expect(shown.at(-1)).toBe("…");
  expect([toShown("text", undefined, room), toShown(7, undefined, room)]).toEqual(["…", 7]);
});

test("many large values of a run are shown in several turns of the event loop", async () => {
  const value = Array.from({ length: 15 }, () => "x".repeat(4000));
  const run: RunTrace = {
    plugin: "notes",
    version: "",
    callId: "1/7/notes",
    status: "handled",
    sends: 0,
    startedMs: 0,
    durationMs: 1,
    conflicts: [],
    logs: [],
    calls: Array.from({ length: 20 }, (_, sequence) => ({
      sequence,
      operation: "storage.get",
      args: ["key"],
      startedMs: 0,
      ms: 1,
      outcome: { ok: true, value },
    })),
  };
  let isShown = false;
  const turn = new Promise<boolean>((resolve) => setImmediate(() => resolve(isShown)));
  const view = viewTracedRun(run, createShownRoom()).finally(() => (isShown = true));
  expect(await turn).toBe(false);
  expect((await view).calls).toHaveLength(20);
});

/** Knows these passwords. */
function knowing(...passwords: readonly string[]): Redactor {
  const redactor = createRedactor();
  redactor.addFields("config", Object.fromEntries(passwords.map((one, n) => [`p${n}`, one])));
  return redactor;
}

describe("what is shown of a value with secrets", () => {
  const secret = "s3cr3t/of the plugin";

  test("has none, in texts, keys and numbers", () => {
    const value = { a: `x ${secret} y`, [secret]: [btoa(secret), 123_456], rest: 1 };
    const shown = JSON.stringify(toShown(value, knowing(secret, "123456")));
    expect(shown).toContain("__secret.config.p0__");
    for (const part of [secret, btoa(secret), "123456"]) expect(shown).not.toContain(part);
  });

  test("has no part of one through which a text is cut, wherever it stands", () => {
    const letters = fc.string({
      unit: fc.constantFrom("a", "b", "🔑"),
      minLength: 4,
      maxLength: 300,
    });
    fc.assert(
      fc.property(letters, fc.integer({ min: 3000, max: 4400 }), (password, at) => {
        const text = "-".repeat(at) + password + "-".repeat(9000);
        const shown = JSON.stringify(toShown(text, knowing(password)));
        expect(shown).not.toContain(password.slice(0, 4));
      }),
    );
  });

  test("is searched for them only as far as it is shown", () => {
    let searched = 0;
    const redactor: Redactor = {
      ...knowing(secret),
      redact(value) {
        searched += String(value).length;
        return value;
      },
    };
    toShown(
      Array.from({ length: 50 }, () => "x".repeat(1_000_000)),
      redactor,
    );
    expect(searched).toBeLessThan(150_000);
  });
});
