/** @module-tag long */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/**
 * MiB by which the process may grow: measured were 40 to 70, and 270 to 530 when the threads did not count the images
 * that they refuse or hand over as garbage.
 */
const MAX_MIB = 170;

test("the images of refused files do not pile up: 160 of 4 MiB each", async () => {
  const file = fileURLToPath(new URL("measure-refused.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@botwright/source", file],
    // As the files of the host's deployment set it: what is freed goes back to the system.
    { env: { ...process.env, MALLOC_MMAP_THRESHOLD_: "1048576" } },
  );
  expect(JSON.parse(stdout)).toBeLessThan(MAX_MIB);
});
