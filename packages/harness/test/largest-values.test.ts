/** @module-tag long */
import { LIMITS } from "@botwright/core";
import { createHarness } from "@botwright/harness";
import fc from "fast-check";
import { expect, test } from "vitest";

const { valueBytes } = LIMITS.storage;

/** Characters that JSON, UTF-8 or a count of JSON's separators makes larger, and one that none does. */
const PIECES = ["x", "\u0001", "\0", '"', "\\", ",", "[", "{", "\n", "\u007f", "\u2028"];
const WIDE = ["é", "字", "👋", "\ud800"];

/** Each step is one call, so that none has the CPU time of all. */
const PLUGIN = `
const STEPS = {
  set: (storage, text) => storage.set("key", text),
  compareAndSet: (storage, text) => storage.compareAndSet("key", text, "y" + text.slice(1)),
  update: (storage, text) => storage.update("key", (value) => "x" + value.slice(1)),
  "one byte more": (storage, text) => storage.set("key", text + "x"),
  "a pair with one byte more": (storage, text) => storage.compareAndSet("key", text, text + "x"),
};
export async function handler({ msg, bot, storage }) {
  const { step, unit, times, rest } = JSON.parse(msg.text);
  const text = unit.repeat(times) + "x".repeat(rest);
  const answer = await STEPS[step](storage, text).catch(({ code }) => code);
  await bot.reply(msg, typeof answer === "string" ? answer.slice(0, 40) : String(answer));
  return { handled: true };
}`;

for (const runIn of ["sandbox", "host"] as const) {
  test(`any text of exactly 1 MiB is stored, and one byte more is not: in the ${runIn}`, async () => {
    await using harness = await createHarness(PLUGIN, { runIn });
    const unit = fc.string({
      unit: fc.constantFrom(...PIECES, ...WIDE),
      minLength: 1,
      maxLength: 4,
    });
    const property = fc.asyncProperty(unit, async (one) => {
      const times = Math.floor(valueBytes / Buffer.byteLength(one));
      const rest = valueBytes - times * Buffer.byteLength(one);
      const text = one.repeat(times) + "x".repeat(rest);
      const answerTo = async (step: string): Promise<string | undefined> => {
        const turn = await harness.user().says(JSON.stringify({ step, unit: one, times, rest }));
        expect(turn.error).toBeUndefined();
        return turn.replies[0];
      };
      await answerTo("set");
      expect(await harness.storage.get("key")).toBe(text);
      for (const step of ["one byte more", "a pair with one byte more"]) {
        expect(await answerTo(step)).toBe("STORAGE_VALUE_TOO_LARGE");
      }
      expect(await harness.storage.get("key")).toBe(text);
    });
    const examples = ["\u0001", "\0\ud800", '"\\\n', ",[{"].map((one): [string] => [one]);
    await fc.assert(property, { examples, numRuns: 8 });
  });
}
