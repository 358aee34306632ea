import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { disguises } from "./disguises.ts";

test("there are enough different disguises", () => {
  expect(new Set(disguises.map(({ source }) => source)).size).toBeGreaterThanOrEqual(130);
});

describe.each([...new Set(disguises.map(({ family }) => family))])("%s", (family) => {
  const own = disguises.filter((disguise) => disguise.family === family);
  test.each(own)("$expect: $name", ({ source, expect: severity, rule }) => {
    expect(Buffer.byteLength(source)).toBeLessThan(256 * 1024);
    const { findings } = inspectPlugin(source);
    expect(findings.map((finding) => `${finding.severity} ${finding.rule}`)).toContain(
      `${severity} ${rule}`,
    );
  });
});
