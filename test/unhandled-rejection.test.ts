import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "./repository.ts";

const run = promisify(execFile);

test("a test that passes but leaves an unhandled rejection fails the run", async () => {
  const vitest = run(
    "node",
    [`${root}/node_modules/vitest/vitest.mjs`, "run", "--root", `${root}/test/fixtures/unhandled`],
    { env: { ...process.env, CI: "true", NO_COLOR: "1" } },
  );
  await expect(vitest).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("1 passed"),
    stderr: expect.stringContaining("left behind"),
  });
});
