import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeFolder, runIn } from "./terminal.ts";

// Child processes and workers take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const TESTS = `import { test } from "node:test";
test("adds", () => {});
test("divides", () => { throw new Error("by zero"); });
`;

test("node --test where there is no vitest, with its exit code and what is handed on", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "package.json"), "{}");
  await writeFile(join(folder.path, "sum.test.mjs"), TESTS);
  const failed = await runIn(folder.path, ["test"]);
  expect(failed.code).toBe(1);
  expect(failed.err).toContain("tests by node --test");
  expect(failed.out).toContain("by zero");
  const chosen = await runIn(folder.path, ["test", "--test-name-pattern=adds"]);
  expect(chosen.code).toBe(0);
  expect(chosen.out).not.toContain("by zero");
});

test("outside of a project nothing is run", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "sum.test.mjs"), TESTS);
  const { code, out, err } = await runIn(folder.path, ["test"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("There is no package.json here or above");
});

test("as JSON, with the runner's output out of the way", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "package.json"), "{}");
  await writeFile(join(folder.path, "sum.test.mjs"), TESTS);
  const { code, out, err } = await runIn(folder.path, ["test", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({ runner: "node --test", exitCode: 1 });
  expect(err).toContain("by zero");
});

test("vitest where the project asks for it", async () => {
  await using folder = await makeFolder();
  // Found as a project finds it: this package's folder is above.
  const { code, err } = await runIn(join(import.meta.dirname, "vitest-project"), ["test"]);
  expect(err).toContain("tests by vitest");
  expect(code).toBe(0);
  const manifest = { devDependencies: { vitest: "*" } };
  await writeFile(join(folder.path, "package.json"), JSON.stringify(manifest));
  const missing = await runIn(folder.path, ["test"]);
  expect(missing.code).toBe(2);
  expect(missing.err).toContain("run npm install");
});
