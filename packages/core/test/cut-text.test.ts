import {
  BotwrightError,
  cutText,
  describeError,
  measureText,
  shortenRedacted,
  shortenText,
} from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";

const text = fc.string({ unit: fc.oneof(fc.constantFrom("a", "你", "😀"), anyCharacter) });
const unit = fc.constantFrom("utf16", "utf8", "character");
const max = fc.nat(20);

describe("cutText", () => {
  test.each([
    ["ab😀", 3, "utf16", "ab"],
    ["ab😀", 4, "utf16", "ab😀"],
    ["ab😀c", 3, "character", "ab😀"],
    ["你好", 5, "utf8", "你"],
    ["你好", 0, "utf16", ""],
    ["你好", -1, "utf16", ""],
    ["你好", -1, "utf8", ""],
  ] as const)("%j to %i of %s", (whole, most, counted, expected) => {
    expect(cutText(whole, most, counted)).toBe(expected);
  });

  test("keeps as many whole code points as fit", () => {
    fc.assert(
      fc.property(text, max, unit, (whole, most, counted) => {
        const cut = cutText(whole, most, counted);
        expect(whole.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(measureText(cut, counted)).toBeLessThanOrEqual(most);
        const [next = ""] = whole.slice(cut.length);
        expect(next === "" || measureText(cut + next, counted) > most).toBe(true);
      }),
    );
  });
});

describe("shortenText", () => {
  test("shows a text as it is, or says that there is more", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (whole, most) => {
        const shown = shortenText(whole, most);
        expect(shown.length).toBeLessThanOrEqual(most);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).toBe(whole.length <= most ? whole : `${cutText(whole, most - 1)}…`);
      }),
    );
  });
});

describe("shortenRedacted", () => {
  const secret = "s3cr3t";
  const redactor = {
    redact: (part: string) => part.replaceAll(secret, "[key]"),
    longest: () => secret.length,
  };

  test.each(Array.from({ length: 30 }, (_, before) => before))(
    "shows nothing of a secret that stands after %i letters",
    (before) => {
      const shown = shortenRedacted("x".repeat(before) + secret.repeat(20), 20, redactor);
      expect(shown.length).toBeLessThanOrEqual(20);
      expect(shown).toMatch(/^x*(?:\[key\])*[[key]*…$/);
    },
  );

  test("shows the beginning of a text without secrets", () => {
    expect(shortenRedacted("x".repeat(12), 12, redactor)).toBe("x".repeat(12));
    expect(shortenRedacted("x".repeat(13), 12, redactor)).toBe(`${"x".repeat(11)}…`);
    expect(shortenRedacted("x".repeat(1e6), 12, redactor)).toBe(`${"x".repeat(11)}…`);
  });
});

test("of an error with a message of a megabyte, the first 10,000 characters are kept", () => {
  const long = "x".repeat(1_000_000);
  for (const thrown of [new Error(long), new BotwrightError(long, { code: "TOO_MUCH" }), long]) {
    expect(describeError(thrown).message).toBe(`${"x".repeat(9999)}…`);
  }
});
