import { foldText, normalizeText, trimCharacters } from "@botwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";

/** Whether the end of a text moves when a mark follows: U+0334 is sorted before nearly all other marks. */
function isSorted(text: string): boolean {
  return `a${text}\u0334`.normalize("NFKD") !== `a${text.normalize("NFKD")}\u0334`;
}

test("width and case of letters do not count", () => {
  expect(foldText("Ｈelp ＡＢＣ")).toBe("help abc");
  expect(foldText("e\u0301")).toBe("é");
  expect(normalizeText("é", "NFD")).toBe("e\u0301");
});

test("texts of any language are normalized as Unicode says", { tags: ["long"] }, () => {
  const text = fc.string({ unit: "binary", maxLength: 30 });
  fc.assert(
    fc.property(text, fc.constantFrom("NFC", "NFD", "NFKC", "NFKD"), (written, form) => {
      expect(normalizeText(written, form)).toBe(written.normalize(form));
    }),
  );
});

test.each([
  ["two kinds of marks", "\u0300".repeat(200_000) + "\u0316".repeat(200_000)],
  ["marks by turns", "\u0300\u0316".repeat(200_000)],
  ["halfwidth marks", "\uff9e\u0334".repeat(200_000)],
])("%s in a row beyond thirty are left out", (_name, marks) => {
  expect(normalizeText(`a${marks}b`, "NFKC")).toBe(`a${marks.slice(0, 30)}b`.normalize("NFKC"));
});

test("whatever Unicode sorts counts as a mark", () => {
  const missed: string[] = [];
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (!isSorted(character)) continue;
    // Sorting does not go beyond a character that is no mark.
    const [first = ""] = character.normalize("NFKD");
    const [short, long] = [40, 50].map((times) => normalizeText(character.repeat(times), "NFKD"));
    if (isSorted(first) && short !== long) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

test("characters around a text are trimmed, in its middle they stay", () => {
  const row = "\n".repeat(300_000);
  expect(trimCharacters(`\n\na${row}b\n`, /\n/u)).toBe(`a${row}b`);
  expect(trimCharacters("\n\n", /\n/u)).toBe("");
  expect(trimCharacters("", /\n/u)).toBe("");
});
