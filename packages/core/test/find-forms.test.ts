import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createFinder, type FoundForm } from "../src/journal/secrets/find-forms.ts";
import { formsOf, type SecretForm } from "../src/journal/secrets/secret-forms.ts";

const formOf = (text: string): SecretForm => ({
  text,
  name: text,
  encoding: undefined,
  bytes: new Uint8Array(),
});

/** What is found, by the engine's own search for one form after another. */
function findOneByOne(text: string, forms: readonly SecretForm[]): FoundForm[] {
  const all: FoundForm[] = [];
  for (const form of forms) {
    const { length } = form.text;
    for (let start = text.indexOf(form.text); start !== -1;) {
      all.push({ start, end: start + length, form });
      start = text.indexOf(form.text, start + length);
    }
  }
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: FoundForm[] = [];
  for (const found of all) {
    const last = apart.at(-1);
    if (last === undefined || found.start >= last.end) {
      apart.push(found);
    } else if (found.end > last.end) {
      const isLonger = found.end - found.start > last.end - last.start;
      apart.splice(-1, 1, {
        start: last.start,
        end: found.end,
        form: isLonger ? found.form : last.form,
      });
    }
  }
  return apart;
}

const unit = fc.constantFrom("a", "b");
const few = fc.string({ unit, maxLength: 300 });
/** Repetitive ones, long and short. */
const patterns = fc
  .tuple(fc.string({ unit, minLength: 4, maxLength: 9 }), fc.nat(12))
  .map(([one, times]) => one.repeat(times + 1));

test("finds what the engine's own search finds, whatever the length", () => {
  fc.assert(
    fc.property(few, patterns, few, (before, pattern, after) => {
      const text = before + pattern + after;
      const forms = [formOf(pattern)];
      expect(createFinder(forms)(text)).toEqual(findOneByOne(text, forms));
    }),
    { numRuns: 500 },
  );
});

describe("finds what a search for one form after another finds", () => {
  const letters = fc.constantFrom("a", "a", "b", "ü", "🔑".charAt(0));
  const shortForms = fc.string({ unit: letters, minLength: 2, maxLength: 6 });
  /** Forms that end, begin or repeat like others. */
  const forms = fc
    .array(fc.oneof(shortForms, patterns), { minLength: 1, maxLength: 12 })
    .map((texts) => texts.flatMap((text) => [text, text.slice(1), `b${text}`]))
    .map((texts) => texts.filter(({ length }) => length > 1).map(formOf));
  const texts = fc
    .tuple(
      forms,
      fc.array(fc.oneof(fc.nat(), fc.string({ unit: letters, maxLength: 6 })), { maxLength: 20 }),
    )
    .map(([all, parts]) => ({
      all,
      text: parts
        .map((part) => (typeof part === "string" ? part : all[part % all.length]?.text))
        .join(""),
    }));

  test.each([
    ["with all states at hand", undefined],
    ["with states made anew in the middle of texts", 20],
  ])("%s, in one text after another", (_what, maxStates) => {
    fc.assert(
      fc.property(texts, few, ({ all, text }, other) => {
        const find = createFinder(all, maxStates);
        for (const one of [text, other, text]) expect(find(one)).toEqual(findOneByOne(one, all));
      }),
      { numRuns: 500 },
    );
  });
});

test("finds many places of a long form, and of its beginning alone", () => {
  const form = "0123456789".repeat(5);
  const text = Array.from({ length: 60 }, (_, at) =>
    at % 3 === 0 ? form : form.slice(0, 40),
  ).join("/");
  expect(createFinder([formOf(form)])(text).map(({ start }) => start)).toEqual(
    Array.from({ length: 20 }, (_, at) => at * (51 + 41 + 41)),
  );
});

test("forms that overlap are one place, and those longer than the text are not found", () => {
  const forms = ["abcd", "cdefgh", "abcdefghijkl"].map(formOf);
  expect(createFinder(forms)("xabcdefghy")).toEqual([
    { start: 1, end: 9, form: expect.objectContaining({ name: "cdefgh" }) },
  ]);
});

test("of forms with one text the first is found", () => {
  const forms = ["one", "other"].map((name) => ({ ...formOf("abcd"), name }));
  expect(createFinder(forms)("abcd").map(({ form }) => form.name)).toEqual(["one"]);
});

/** Counts the characters that are read, of texts and of forms. */
function countReads(work: () => void): number {
  const spy = vi.spyOn(String.prototype, "charCodeAt");
  try {
    work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

/** Secrets that begin alike, and a text that looks like the beginning of all of them everywhere. */
const secretsOf = (count: number): SecretForm[] =>
  Array.from({ length: count }, (_, at) =>
    formsOf(`k${at}`, `${"a".repeat(90)}é'/<~"${at}`),
  ).flat();

describe("the work of a search", () => {
  const texts = {
    "looks like their beginnings": "a".repeat(5000),
    "looks like them until late": `${"a".repeat(89)}b`.repeat(50),
    "has nothing of them": "x".repeat(5000),
  };

  test.each(Object.entries(texts))("does not grow with their number: text that %s", (_, text) => {
    const [one, many] = [1, 20].map((count) => {
      const find = createFinder(secretsOf(count));
      // The first text makes the states.
      find(text);
      return countReads(() => find(text));
    });
    expect(many).toBe(one);
    expect(one).toBeLessThanOrEqual(3 * text.length);
  });

  test("reads each character of a form a few times, whatever the texts", () => {
    const forms = secretsOf(5);
    const characters = forms.reduce((sum, { text }) => sum + text.length, 0);
    const all = forms.map(({ text }) => text).join("");
    const reads = countReads(() => createFinder(forms)(all));
    expect(reads).toBeLessThanOrEqual(3 * all.length + 3 * characters);
  });
});
