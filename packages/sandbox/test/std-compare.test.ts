import fc from "fast-check";
import { expect, test } from "vitest";
import { createEvaluator } from "./std-evaluator.ts";

const inside = await createEvaluator();

const text = fc.string({
  unit: fc.constantFrom(
    ...Array.from("aAbBäzÅ张李王重é1290 -_"),
    "e\u0301",
    "ch",
    "ñ",
    "\u{1f600}",
  ),
  maxLength: 6,
});

test("texts are in the order of the locale that the author names, and else of en-US", async () => {
  const cases = fc.sample(
    fc.tuple(
      text,
      text,
      fc.option(fc.constantFrom("zh", "zh-u-co-stroke", "sv", "de", "cs", "ja", "xx-unknown"), {
        nil: null,
      }),
      fc.option(
        fc.record(
          {
            numeric: fc.boolean(),
            sensitivity: fc.constantFrom("base", "accent", "case", "variant"),
            caseFirst: fc.constantFrom("upper", "lower", "false"),
            ignorePunctuation: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
        { nil: null },
      ),
    ),
    300,
  );
  const found = await inside(
    `input.map(([one, two, locale, options]) => one.localeCompare(two, locale ?? undefined, options ?? undefined))`,
    cases,
  );
  expect(found).toEqual(
    cases.map(([one, two, locale, options]) =>
      one.localeCompare(two, locale ?? "en-US", options ?? undefined),
    ),
  );
});

test("letters, digits and spaces are in the order of en-US", async () => {
  const plain = fc.string({ unit: fc.constantFrom(...Array.from("aAbBzZ09 ")), maxLength: 4 });
  const cases = fc.sample(fc.tuple(plain, plain), 1000);
  expect(await inside(`input.map(([one, two]) => one.localeCompare(two))`, cases)).toEqual(
    cases.map(([one, two]) => one.localeCompare(two, "en-US")),
  );
});

test("names are sorted as people sort them", async () => {
  const sorted = `[["重庆", "上海", "北京", "广州"].sort((one, two) => one.localeCompare(two, "zh")),
    ["b", "a", "B", "A"].sort((one, two) => one.localeCompare(two)),
    ["file10", "file9"].sort((one, two) => one.localeCompare(two, undefined, { numeric: true }))]`;
  expect(await inside(sorted)).toEqual([
    ["北京", "重庆", "广州", "上海"],
    ["a", "A", "b", "B"],
    ["file9", "file10"],
  ]);
});

test("long texts have an order too, and what cannot be compared is refused", async () => {
  const ends = `((long) => [long.localeCompare(long + "b"), (long + "c").localeCompare(long + "b"), long.localeCompare(long),
    ("B" + long).localeCompare("a" + long + long)])("x".repeat(5000))`;
  expect(await inside(ends)).toEqual([-1, 1, 0, 1]);
  const refused = `["no locale", "x".repeat(200), Array(30).fill("de")].map((locales) => {
    try { return "a".localeCompare("b", locales) } catch (error) { return error.name }
  })`;
  expect(await inside(refused)).toEqual(["RangeError", "RangeError", "RangeError"]);
  const odd = `["undefined".localeCompare(undefined), String.prototype.localeCompare.call(12, "12"), (() => { try { return "".localeCompare.call(null, "") } catch (error) { return error.name } })()]`;
  expect(await inside(odd)).toEqual([0, 0, "TypeError"]);
});
