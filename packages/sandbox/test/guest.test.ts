import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("the guest's sources are sound for an engine without Node and DOM", async () => {
  const project = fileURLToPath(new URL("../guest/tsconfig.json", import.meta.url));
  const { stdout } = await run("tsc", ["-p", project]);
  expect(stdout).toBe("");
});
