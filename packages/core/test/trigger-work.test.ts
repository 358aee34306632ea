import { findTriggerConflicts } from "@botwright/core";
import { expect, test } from "vitest";

test("rows of combining marks are compared by their beginning", () => {
  // Normalizing the whole of it would take time by the square of its length: many minutes.
  const marks = "\u0315\u0300".repeat(500_000);
  const { exact } = findTriggerConflicts([
    { slug: "one", triggers: [`a${marks}`] },
    { slug: "other", triggers: [`A${marks}b`] },
  ]);
  expect(exact).toMatchObject([{ plugins: ["one", "other"] }]);
});
