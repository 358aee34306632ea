import { type ConfigSchemaItem, findSettingProblem, knownSettings } from "@botwright/core";
import { expect, test } from "vitest";

const options = [
  { value: "c", label: "C" },
  { value: 1, label: "One" },
];

// spec: settings.types
test.each([
  ["text", 7, "must be a text"],
  ["text", null, "must be a text"],
  ["text", "x".repeat(10_001), "must have at most 10000 characters"],
  ["textarea", ["a"], "must be a text"],
  ["textarea", "x".repeat(65_537), "must have at most 65536 characters"],
  ["password", true, "must be a text"],
  ["password", "x".repeat(4097), "must have at most 4096 characters"],
  ["number", "3", "must be a number"],
  ["number", Number.NaN, "must be a number"],
  ["boolean", "true", "must be true or false"],
  ["select", "C", "must be one of its options: c, 1"],
  ["select", "1", "must be one of its options: c, 1"],
  ["text", "x".repeat(10_000), undefined],
  ["number", -1.5, undefined],
  ["boolean", false, undefined],
  ["select", 1, undefined],
] as const)("a setting of type %s and the value %j", (type, value, problem) => {
  expect(findSettingProblem({ key: "one", label: "One", type, options }, value)).toBe(problem);
});

test("options without end are not all named", () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ value: "x".repeat(at), label: "" }));
  const item = { key: "one", label: "One", type: "select", options: many } as const;
  expect(findSettingProblem(item, "none")).toMatch(/^must be one of its options: .{199}…$/u);
});

test("values that a schema does not have, or not so, are left out; of two settings of one key the first counts", () => {
  const schema: ConfigSchemaItem[] = [
    { key: "city", label: "City", type: "text" },
    { key: "days", label: "Days", type: "number" },
    { key: "days", label: "Days", type: "text" },
    { key: "toString", label: "A name that objects have", type: "text" },
  ];
  const values = { city: 7, days: 3, gone: "x", __proto__: "y" };
  expect(knownSettings(schema, values)).toEqual({ days: 3 });
  expect(knownSettings(schema, { days: "3", city: "Berlin" })).toEqual({ city: "Berlin" });
});
