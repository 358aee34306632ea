import { type Inspection, inspectPlugin, unfinishedInspection } from "@botwright/inspect";
import { expect, test } from "vitest";
import type { InspectionProcess } from "../src/inspection/inspection-process.ts";
import { createInspector } from "../src/inspection/inspector.ts";

const FOUND = inspectPlugin("export const handler = () => ({ handled: true });");

/** A process that notes its files, and has `results` for them. */
function processOf(results: (source: string) => Inspection | undefined): {
  readonly sources: string[];
  readonly inspections: InspectionProcess;
} {
  const sources: string[] = [];
  return {
    sources,
    inspections: {
      async inspect(source) {
        sources.push(source);
        await new Promise((resolve) => setImmediate(resolve));
        return results(source);
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
  };
}

test("accounts take turns: one file of an account before another one's next", async () => {
  const { sources, inspections } = processOf(() => FOUND);
  await using inspector = createInspector(inspections);
  const files = { ann: ["a1", "a2", "a3", "a4"], ben: ["b1", "b2"], cleo: ["c1"] };
  const all = Object.values(files).flatMap((own, account) =>
    own.map((source) => inspector.inspect(source, account)),
  );
  await Promise.all(all);
  expect(sources).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("a file that took too much is refused, and not inspected again", async () => {
  const { sources, inspections } = processOf((source) => (source === "bad" ? undefined : FOUND));
  await using inspector = createInspector(inspections);
  const found = [];
  for (const [account, source] of ["bad", "good", "bad", "good"].entries()) {
    found.push(await inspector.inspect(source, account));
  }
  expect(found).toEqual([unfinishedInspection(), FOUND, unfinishedInspection(), FOUND]);
  expect(sources).toEqual(["bad", "good", "good"]);
  const [finding] = unfinishedInspection().findings;
  expect(finding).toMatchObject({ rule: "too-complex", severity: "error", line: 1, column: 1 });
});

test("a file whose process was lost is inspected when it comes again", async () => {
  const { sources, inspections } = processOf(() => {
    if (sources.length === 1) throw new Error("lost");
    return FOUND;
  });
  await using inspector = createInspector(inspections);
  await expect(inspector.inspect("a", 1)).rejects.toThrow("lost");
  expect(await inspector.inspect("a", 1)).toBe(FOUND);
});
