/** @module-tag long */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/**
 * A call makes about 50 kB of objects. Those that V8 keeps until a full collection cost far more than the
 * others: each is copied twice, and then traced again and again.
 */
const MAX_BYTES = 3000;

test("what a call has made goes with the next collection of new objects", async () => {
  const file = fileURLToPath(new URL("measure-garbage.ts", import.meta.url));
  const flags = ["--conditions=@botwright/source", "--expose-gc", "--min-semi-space-size=64"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file]);
  expect(JSON.parse(stdout)).toBeLessThan(MAX_BYTES);
});
