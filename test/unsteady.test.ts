/** @module-tag long */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./repository.ts";

let folder = "";
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "botwright-unsteady-"))));
afterAll(async () => await rm(folder, { recursive: true }));

/** Runs the tests of the fixture whose files have this name, as `pnpm test:all` does. */
async function runTests(name: string): Promise<{ code: number | null; output: string }> {
  const fixture = `--root=${root}/test/fixtures/unsteady`;
  const child = spawn("node", [`${root}/scripts/run-tests.ts`, fixture, name], {
    env: { ...process.env, CI: "true", NO_COLOR: "1", UNSTEADY_SEEN: join(folder, "seen") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { output: await text(child.stdout), code: await exited };
}

test("a test that fails among others and passes alone does not fail the run, and is named", async () => {
  const { code, output } = await runTests("unsteady.test");
  expect(output).toContain("1 failed");
  expect(output).toMatch(/^Unsteady: .*unsteady\.test\.ts > fails the first time$/mu);
  expect(code).toBe(0);
});

test("a test that fails alone too fails the run", async () => {
  const { code, output } = await runTests("broken-1.test");
  expect(output.match(/1 failed/gu)?.length).toBeGreaterThan(1);
  expect(output).not.toContain("Unsteady");
  expect(code).toBe(1);
});

test("many files that fail are not run again", async () => {
  const { code, output } = await runTests("broken");
  expect(output).toContain("4 failed");
  expect(output).not.toContain("run again");
  expect(code).toBe(1);
});
