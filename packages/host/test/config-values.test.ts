import type { ConfigSchemaItem } from "@botwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changeConfig } from "../src/installations/config-values.ts";
import { prioritiesFor } from "../src/installations/run-order.ts";
import { whoWins } from "../src/installations/who-wins.ts";

const schema: ConfigSchemaItem[] = [
  { key: "city", label: "City", type: "text", default: "Berlin" },
  { key: "notes", label: "Notes", type: "textarea" },
  { key: "key", label: "Key", type: "password" },
  { key: "days", label: "Days", type: "number" },
  { key: "loud", label: "Loud", type: "boolean" },
  {
    key: "unit",
    label: "Unit",
    type: "select",
    options: [
      { value: "c", label: "C" },
      { value: 1, label: "One" },
    ],
  },
];
const none = { open: {}, hidden: {} };

// spec: settings.types
test.each([
  ["city", 7, "must be a text"],
  ["notes", ["a"], "must be a text"],
  ["key", true, "must be a text"],
  ["days", "3", "must be a number"],
  ["days", Number.NaN, "must be a number"],
  ["loud", "true", "must be true or false"],
  ["unit", "C", "must be one of its options"],
  ["unit", "1", "must be one of its options"],
  ["city", "x".repeat(10_001), "at most 10000 characters"],
])("config.%s = %j is refused, and named", (key, value, words) => {
  expect(() => changeConfig(schema, none, { [key]: value })).toThrow(
    new RegExp(`config\\.${key} .*${words}`, "u"),
  );
});

// spec: settings.types
test("what is not sent stays, null takes it away, and passwords are apart", () => {
  const sent = { city: "Paris", key: "s3cret", days: 3, loud: false, unit: 1, other: "x" };
  const first = changeConfig(schema, none, sent);
  expect(first).toEqual({
    open: { city: "Paris", days: 3, loud: false, unit: 1 },
    hidden: { key: "s3cret" },
  });
  expect(changeConfig(schema, first, {})).toEqual(first);
  const second = changeConfig(schema, first, { city: null, notes: "n", key: null });
  expect(second).toEqual({ open: { notes: "n", days: 3, loud: false, unit: 1 }, hidden: {} });
});

test("a text that a new version declares as a password is one from then on", () => {
  const nowHidden: ConfigSchemaItem[] = [{ key: "city", label: "City", type: "password" }];
  const stored = { open: { city: "Paris" }, hidden: {} };
  expect(changeConfig(nowHidden, stored, {})).toEqual({ open: {}, hidden: { city: "Paris" } });
});

test.each([
  ["textarea", 60_000, /131072 bytes/u],
  ["password", 4000, /passwords .* 8192 bytes/u],
] as const)("all settings together have a limit: %s", (type, length, words) => {
  const many = ["a", "b", "c"].map((key): ConfigSchemaItem => ({ key, label: key, type }));
  const large = "x".repeat(length);
  const two = { a: large, b: large };
  expect(Object.values(changeConfig(many, none, two)).flatMap(Object.keys)).toEqual(["a", "b"]);
  expect(() => changeConfig(many, none, { ...two, c: large })).toThrow(words);
});

test("an order is reached by the fewest changes of priorities", () => {
  const ranked = fc.array(fc.record({ priority: fc.integer({ min: 0, max: 6 }) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(ranked, (order) => {
      const priorities = prioritiesFor(order);
      expect(priorities).toHaveLength(order.length);
      expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
      const changed = priorities.filter((priority, place) => priority !== order[place]?.priority);
      expect(changed.length).toBe(fewest(order.map((one) => one.priority)));
    }),
  );
});

/** How many values have to change so that a list never falls: all but those of its longest rising part. */
function fewest(values: readonly number[]): number {
  let longest = 0;
  for (let mask = 0; mask < 2 ** values.length; mask++) {
    const part = values.filter((_, place) => (mask >> place) % 2 === 1);
    const rises = part.every((value, place) => place === 0 || (part[place - 1] ?? 0) <= value);
    if (rises) longest = Math.max(longest, part.length);
  }
  return values.length - longest;
}

test("the winner is the first plugin whose trigger fits; those that may win as well are listed", async () => {
  const plugins = [
    plugin(1, "filter", []),
    plugin(2, "dice", ["roll"]),
    plugin(3, "poll", ["Ｒoll 2d6 ", "vote"]),
    plugin(4, "chat", ["  "]),
  ];
  const { candidates, winner, may_win_too } = await whoWins(plugins, " ROLL 2d6");
  expect(candidates.map(({ slug, match }) => [slug, match])).toEqual([
    ["filter", "any"],
    ["dice", "prefix"],
    ["poll", "exact"],
    ["chat", "any"],
  ]);
  expect(winner).toMatchObject({ slug: "dice", trigger: "roll" });
  expect(may_win_too.map(({ slug }) => slug)).toEqual(["filter"]);
  expect(await whoWins(plugins, "hello")).toMatchObject({ winner: null, may_win_too: [{}, {}] });
});

function plugin(plugin_id: number, slug: string, triggers: string[]) {
  return { plugin_id, slug, name: slug, priority: plugin_id * 10, triggers };
}
