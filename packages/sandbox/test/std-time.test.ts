import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SANDBOX_BUNDLE } from "../../../test/thread-bundle.ts";
import { createEvaluator } from "./std-evaluator.ts";

const run = promisify(execFile);
const inside = await createEvaluator();

/** What depends on local time, of a moment that is 8 hours later in Shanghai and in another day. */
const LOCAL = `(() => {
  const date = new Date(1700000000000);
  return [date.getTimezoneOffset(), date.getFullYear(), date.getMonth(), date.getDate(), date.getDay(), date.getHours(), date.getMinutes(),
    String(date), date.toDateString(), date.toTimeString(), date.toLocaleString(), date.toLocaleDateString(), date.toLocaleTimeString(),
    new Date(2023, 6, 1, 12).getTime(), new Date(99, 0).getTime(), Date.parse("2023-07-01T12:00"), Date.parse("2023-07-01 12:00"), Date.parse("Jul 1, 2023"),
    new Date(date).setHours(3), new Date(date).setDate(31), new Date(date).setMonth(1), new Date(2023, 6).toISOString(), \`\${date}\`, date + 1];
})()`;

/** Runs the expression in a sandbox whose host is elsewhere, and in that host's own `Date`. */
const CHILD = `
import { createSandbox } from ${JSON.stringify(SANDBOX_BUNDLE)};
await using sandbox = createSandbox({ workers: 1 });
const plugin = await sandbox.load("export async function handler({ storage }) { await storage.set('report', " + ${JSON.stringify(LOCAL)} + "); return { handled: true }; }");
let inside;
const storage = { set: async (_key, value) => { inside = value; } };
const context = { storage, bot: { platform: "telegram" }, mediaBuffer: null, config: {}, msg: {}, botDbId: 1, userId: 1, quotedMessage: null, messageId: 1 };
await plugin.handler(context);
console.log(JSON.stringify({ inside, outside: ${LOCAL} }));
`;

async function host(zone: string): Promise<{ inside: unknown[]; outside: unknown[] }> {
  const args = ["--input-type=module", "-e", CHILD];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, TZ: zone } });
  return JSON.parse(stdout);
}

test("local time is UTC, wherever the host is", async () => {
  const [utc, shanghai, newYork] = await Promise.all(
    ["UTC", "Asia/Shanghai", "America/New_York"].map(host),
  );
  expect(shanghai?.outside).not.toEqual(utc?.outside);
  expect(shanghai?.inside).toEqual(utc?.inside);
  expect(newYork?.inside).toEqual(utc?.inside);
  expect(utc?.inside.slice(0, 7)).toEqual([0, 2023, 10, 14, 2, 22, 13]);
  // The engine names no zone behind the offset.
  expect(
    utc?.inside.map((value) =>
      String(value).replace("GMT+0000", "GMT+0000 (Coordinated Universal Time)"),
    ),
  ).toEqual(utc?.outside.map(String));
});

const LOCALES = ["en-US", "zh-CN", "de-DE", "ja-JP", "ar-EG"];
const ZONES = ["UTC", "Asia/Shanghai", "America/New_York", "Asia/Kolkata"];

test("dates speak the locale and zone that the author names, and else en-US and UTC", async () => {
  const cases = fc.sample(
    fc.tuple(
      fc.constantFrom("toLocaleString", "toLocaleDateString", "toLocaleTimeString"),
      fc.integer({ min: -8e12, max: 8e12 }),
      fc.option(fc.constantFrom(...LOCALES), { nil: undefined }),
      fc.record(
        {
          timeZone: fc.constantFrom(...ZONES),
          hour12: fc.boolean(),
          month: fc.constantFrom("2-digit", "long", "short"),
          weekday: fc.constantFrom("long", "short"),
        },
        { requiredKeys: [] },
      ),
    ),
    150,
  );
  const found = await inside(
    `input.map(([method, time, locale, options]) => new Date(time)[method](locale ?? undefined, options))`,
    cases.map(([method, time, locale, options]) => [method, time, locale ?? null, options]),
  );
  expect(found).toEqual(
    cases.map(([method, time, locale = "en-US", options]) =>
      new Date(time)[method](locale, JSON.parse(JSON.stringify({ timeZone: "UTC", ...options }))),
    ),
  );
  const odd = `[new Date(NaN).toLocaleString(), (() => { try { new Date(0).toLocaleString("no locale") } catch (e) { return e.name } })(),
    (() => { try { new Date(0).toLocaleString("en", { timeZone: "Mars/Base" }) } catch (e) { return e.name } })(), new Date(0).toLocaleString(["zh-CN", "en"])]`;
  expect(await inside(odd)).toEqual([
    "Invalid Date",
    "RangeError",
    "RangeError",
    "1970/1/1 00:00:00",
  ]);
});

test("numbers group their digits", async () => {
  const cases = fc.sample(
    fc.tuple(
      fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.constantFrom(...LOCALES),
      fc.record(
        {
          minimumFractionDigits: fc.constantFrom(0, 2),
          maximumFractionDigits: fc.constantFrom(2, 5),
        },
        { requiredKeys: [] },
      ),
    ),
    150,
  );
  const found = await inside(
    `input.map(([value, locale, options]) => value.toLocaleString(locale, options))`,
    cases,
  );
  expect(found).toEqual(
    JSON.parse(JSON.stringify(cases)).map(([value, locale, options]: (typeof cases)[number]) =>
      value.toLocaleString(locale, options),
    ),
  );
  expect(
    await inside(`[1234.5.toLocaleString(), (-0).toLocaleString(), NaN.toLocaleString(), (12345678901234567890n).toLocaleString(),
      (0.256).toLocaleString(undefined, { style: "percent" })]`),
  ).toEqual(["1,234.5", "-0", "NaN", "12,345,678,901,234,567,890", "26%"]);
});
