import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import type { Disguise } from "./disguise.ts";
import { disguises } from "./disguises.ts";

test("there are enough different disguises", () => {
  expect(new Set(disguises.map(({ source }) => source)).size).toBeGreaterThanOrEqual(130);
});

function check({ source, expect: severity, rule }: Disguise): void {
  expect(Buffer.byteLength(source)).toBeLessThan(256 * 1024);
  const { findings } = inspectPlugin(source);
  expect(findings.map((finding) => `${finding.severity} ${finding.rule}`)).toContain(
    `${severity} ${rule}`,
  );
}

describe.each([...new Set(disguises.map(({ family }) => family))])("%s", (family) => {
  const own = disguises.filter((disguise) => disguise.family === family);
  test.each(own.filter((_, place) => place % 4 === 0))("$expect: $name", check);
  // Each takes a tenth of a second.
  test.each(own.filter((_, place) => place % 4 !== 0))("$expect: $name", { tags: ["long"] }, check);
});
