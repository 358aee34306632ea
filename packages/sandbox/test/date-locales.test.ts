import { expect, test } from "vitest";
import { boundDateFormat } from "../src/machine/guest-services/date-locales.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const LANGUAGES = PAIRS.map((pair) => pair.toLowerCase()).filter(
  (name) => Intl.NumberFormat.supportedLocalesOf(name).length > 0,
);
const CALENDARS = Intl.supportedValuesOf("calendar");
const HOUR_CYCLES = ["h11", "h12", "h23", "h24"];
const NUMBERINGS = Intl.supportedValuesOf("numberingSystem");

/** What V8 keeps some 40 kB for. */
function keysOf(formats: readonly (readonly [name: string, options: object])[]): Set<string> {
  return new Set(
    formats.map(([name, options]) => boundDateFormat([name], options).locale.toString()),
  );
}

test("dates are formatted in few locales, whatever is asked for", () => {
  const regions = LANGUAGES.flatMap((language) =>
    PAIRS.filter((_pair, at) => at % 7 === 0).map(
      (region) => [`${language}-${region}`, {}] as const,
    ),
  );
  const systems = [...LANGUAGES, "en-GB", "zh-Hant", "zh-HK", "sr-Latn-ME"].flatMap((name) =>
    CALENDARS.flatMap((calendar, at) => [
      [name, { calendar, numberingSystem: NUMBERINGS[at] }] as const,
      [`${name}-u-ca-${calendar}-nu-arab`, {}] as const,
    ]),
  );
  expect(regions.length + systems.length).toBeGreaterThan(10_000);
  expect(keysOf([...regions, ...systems]).size).toBeLessThan(2000);
});

test("a locale's hour cycle makes no further locale", () => {
  const names = LANGUAGES.flatMap((language) => [
    `${language}-u-nu-latn`,
    `${language}-u-ca-hebrew`,
  ]);
  const cycled = HOUR_CYCLES.flatMap((cycle) => names.map((name) => `${name}-hc-${cycle}`));
  expect(keysOf(cycled.map((name) => [name, {}]))).toEqual(keysOf(names.map((name) => [name, {}])));
});

test.each([
  [{}, { hourCycle: "h23" }],
  [{ hourCycle: "h12" }, { hourCycle: "h12" }],
  [{ hourCycle: undefined }, { hourCycle: "h23" }],
  [{ hour12: true }, { hour12: true, hourCycle: "h23" }],
])("a locale's hour cycle with %o gives %o", (given, options) => {
  expect(boundDateFormat(["en-GB-u-ca-hebrew-hc-h23"], given).options).toEqual(options);
});

test.each([
  ["zh-CN-u-ca-chinese", {}, "zh-u-ca-chinese"],
  ["zh-CN", { calendar: "chinese" }, "zh-u-ca-chinese"],
  ["zh-TW", { calendar: "roc" }, "zh-TW-u-ca-roc"],
  ["en-GB-u-ca-hebrew", {}, "en-GB-u-ca-hebrew"],
  ["ar-EG", { numberingSystem: "latn" }, "ar-u-nu-latn"],
  ["de-AT", {}, "de-AT"],
  ["de-AT", { calendar: "hebrew" }, "de-AT"],
  ["en-ZZ", {}, "en"],
])("%s with %o is %s", (name, options, locale) => {
  const format = boundDateFormat([name], { ...options, month: "long" });
  expect(format.locale.toString()).toBe(locale);
  expect(format.options).toEqual({ month: "long" });
});

test("what is no name is refused, as Node does", () => {
  expect(() => boundDateFormat(["en"], { calendar: "no name" })).toThrow(RangeError);
});
