import { slugOfFile, toSlug } from "@botwright/core";
import { expect, test } from "vitest";

test.each([
  ["/bots/Dice.mjs", "dice"],
  ["C:\\bots\\my plugin.cjs", "my-plugin"],
  ["weather.ts", "weather"],
  ["Größe.js", "gro-e"],
  ["x.js", "plugin-x"],
  ["你好.js", "plugin"],
  [`${"a".repeat(100)}.js`, "a".repeat(64)],
  ["", "plugin"],
  [undefined, "plugin"],
])("the file %s without a slug has %s", (path, slug) => {
  expect(slugOfFile(path)).toBe(slug);
});

test("a name of which nothing is usable makes no slug", () => {
  expect(toSlug("你好")).toBeUndefined();
  expect(toSlug("--My Plugin!--")).toBe("my-plugin");
});
