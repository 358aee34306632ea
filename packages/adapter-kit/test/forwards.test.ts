import { forwardedText } from "@botwright/adapter-kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("forwardedText", () => {
  test("writes a line per message, with its sender", () => {
    const lines = [
      { sender: "Ann", text: "three o'clock?" },
      { sender: " Bob\n", text: " four,\r\n\n not three\n" },
      { sender: "Ann", text: " \n " },
      { text: "see you" },
      { sender: "", text: "bye" },
    ];
    expect(forwardedText(lines)).toBe("Ann: three o'clock?\nBob: four, not three\nsee you\nbye");
    expect(forwardedText([])).toBe("");
  });

  test("has at most 200 lines, and says that there were more", () => {
    const lines = Array.from({ length: 201 }, (_, index) => ({ text: `${index}` }));
    const all = forwardedText(lines.slice(1)).split("\n");
    expect([all.length, all.at(-1)]).toEqual([200, "200"]);
    const cut = forwardedText(lines).split("\n");
    expect([cut.length, cut.at(-2), cut.at(-1)]).toEqual([200, "198", "…"]);
  });

  test("has at most 16 KiB, and never half a character", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("a", "é", "你", "👩"),
        fc.integer({ max: 7, min: 0 }),
        (one, n) => {
          const text = forwardedText([{ sender: "x".repeat(n), text: one.repeat(20_000) }]);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
          expect(Buffer.byteLength(text)).toBeGreaterThan(16 * 1024 - 4);
          expect(text.endsWith(`${one}…`)).toBe(true);
        },
      ),
    );
    expect(forwardedText([{ text: "a".repeat(16 * 1024) }])).toHaveLength(16 * 1024);
  });

  test("takes no longer for blanks than for letters", () => {
    expect(forwardedText([{ text: `a${" ".repeat(2_000_000)}b` }])).toMatch(/^a +…$/);
  });
});
