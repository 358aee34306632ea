import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isConsoleBuilt } from "../scripts/is-built.mjs";

const EARLIER = new Date("2030-01-01T10:00:00Z");
const BUILT = new Date("2030-01-01T11:00:00Z");
const LATER = new Date("2030-01-01T12:00:00Z");

const PAGE = "packages/console/dist/index.html";
const FILES = [
  "package.json",
  "pnpm-lock.yaml",
  "packages/console/index.html",
  "packages/console/vite.config.ts",
  "packages/console/package.json",
  "packages/console/src/pages/bots/bots.tsx",
  "packages/core/package.json",
  "packages/core/src/message.ts",
  "packages/core/test/message.test.ts",
];
const FOLDERS = ["packages/console/src", "packages/console/src/pages", "packages/core/src"];

/** A repository whose console is built. */
async function makeRepository() {
  const root = await mkdtemp(join(tmpdir(), "botwright-built-"));
  for (const path of [...FILES, PAGE]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), "");
  }
  const write = (path: string, time: Date): Promise<void> => utimes(join(root, path), time, time);
  for (const path of [...FILES, ...FOLDERS]) await write(path, EARLIER);
  await write(PAGE, BUILT);
  return {
    write,
    isBuilt: () => isConsoleBuilt(root),
    remove: (path: string) => rm(join(root, path)),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

test("a console is not built again as long as nothing has changed", async () => {
  await using repository = await makeRepository();
  expect(repository.isBuilt()).toBe(true);
  await repository.write("packages/core/test/message.test.ts", LATER);
  expect(repository.isBuilt()).toBe(true);
});

test("a console that was never built is", async () => {
  await using repository = await makeRepository();
  await repository.remove(PAGE);
  expect(repository.isBuilt()).toBe(false);
});

test.for([
  "package.json",
  "pnpm-lock.yaml",
  "packages/console/index.html",
  "packages/console/vite.config.ts",
  "packages/console/src/pages/bots/bots.tsx",
  "packages/core/package.json",
  "packages/core/src/message.ts",
  // A file in it is gone.
  "packages/console/src/pages",
])("a console is built again when %s is newer", async (path) => {
  await using repository = await makeRepository();
  await repository.write(path, LATER);
  expect(repository.isBuilt()).toBe(false);
  await repository.write(PAGE, LATER);
  expect(repository.isBuilt()).toBe(true);
});
