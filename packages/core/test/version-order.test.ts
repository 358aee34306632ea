import { isHigherVersion } from "@botwright/core";
import { expect, test } from "vitest";

/** In their order: from semver.org, and what authors write beside it. */
const RISING = [
  "0.9.0",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "v1.0.1",
  "1.2",
  "1.9.0",
  "1.10.0",
  "2",
  "2.0.0.1",
  "99999999999999999999.0.0",
];

test("versions have the order of semantic versions", () => {
  for (const [index, version] of RISING.entries()) {
    for (const [otherIndex, other] of RISING.entries()) {
      expect([version, other, isHigherVersion(version, other)]).toEqual([
        version,
        other,
        index > otherIndex,
      ]);
    }
  }
});

test.each([
  ["1.0", "1.0.0"],
  ["1", "1.0.0"],
  ["v1.2.3", "1.2.3"],
  ["1.0.0+monday", "1.0.0+tuesday"],
  [" 1.0.0", "1.0.0"],
  ["spring", "spring "],
])("%j and %j are the same", (one, other) => {
  expect([isHigherVersion(one, other), isHigherVersion(other, one)]).toEqual([false, false]);
});

test("a version without an order is higher if it is another text", () => {
  expect(isHigherVersion("summer", "spring")).toBe(true);
  expect(isHigherVersion("summer", "1.0.0")).toBe(true);
});

test("the work stays small, whatever a stranger calls a version", () => {
  const long = `${"1.".repeat(50_000)}x`;
  expect(isHigherVersion(long, `${long}.`)).toBe(true);
  expect(isHigherVersion("9".repeat(100_000), "1")).toBe(true);
});
