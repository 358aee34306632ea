import fc from "fast-check";
import { expect, test } from "vitest";
import { findForms } from "../src/journal/secrets/find-forms.ts";
import type { SecretForm } from "../src/journal/secrets/secret-forms.ts";

const formOf = (text: string): SecretForm => ({
  text,
  name: text,
  encoding: undefined,
  bytes: new Uint8Array(),
});

const few = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 300 });
/** Repetitive ones, longer than what is looked for first. */
const patterns = fc
  .tuple(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 4, maxLength: 9 }), fc.nat(12))
  .map(([unit, times]) => unit.repeat(times + 1));

test("finds what the engine's own search finds, whatever the length", () => {
  fc.assert(
    fc.property(few, patterns, few, (before, pattern, after) => {
      const text = before + pattern + after;
      const expected: number[] = [];
      for (let at = text.indexOf(pattern); at !== -1;) {
        expected.push(at);
        at = text.indexOf(pattern, at + pattern.length);
      }
      const found = findForms(text, [formOf(pattern)]);
      expect(found.map(({ start }) => start)).toEqual(expected);
      for (const { start, end } of found) expect(text.slice(start, end)).toBe(pattern);
    }),
    { numRuns: 500 },
  );
});

test("finds many places of a long form, and of its beginning alone", () => {
  const form = "0123456789".repeat(5);
  const text = Array.from({ length: 60 }, (_, at) =>
    at % 3 === 0 ? form : form.slice(0, 40),
  ).join("/");
  expect(findForms(text, [formOf(form)]).map(({ start }) => start)).toEqual(
    Array.from({ length: 20 }, (_, at) => at * (51 + 41 + 41)),
  );
});

test("forms that overlap are one place, and those longer than the text are not looked for", () => {
  const forms = ["abcd", "cdefgh", "abcdefghijkl"].map(formOf);
  expect(findForms("xabcdefghy", forms)).toEqual([
    { start: 1, end: 9, form: expect.objectContaining({ name: "cdefgh" }) },
  ]);
});
