import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Build, BUILDS, isBuilt } from "../scripts/is-built.mjs";

const EARLIER = new Date("2030-01-01T10:00:00Z");
const BUILT = new Date("2030-01-01T11:00:00Z");
const LATER = new Date("2030-01-01T12:00:00Z");

const { console: page, server } = BUILDS;
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
  "scripts/bundle.ts",
];
const FOLDERS = ["packages/console/src", "packages/console/src/pages", "packages/core/src"];

/** A repository where all is built. */
async function makeRepository() {
  const root = await mkdtemp(join(tmpdir(), "botwright-built-"));
  for (const path of [...FILES, page.made, server.made]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), "");
  }
  const write = (path: string, time: Date): Promise<void> => utimes(join(root, path), time, time);
  for (const path of [...FILES, ...FOLDERS]) await write(path, EARLIER);
  for (const { made } of [page, server]) await write(made, BUILT);
  return {
    write,
    isBuilt: (build: Build) => isBuilt(root, build),
    remove: (path: string) => rm(join(root, path)),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

test("nothing is built again as long as nothing has changed", async () => {
  await using repository = await makeRepository();
  await repository.write("packages/core/test/message.test.ts", LATER);
  expect(repository.isBuilt(page)).toBe(true);
  expect(repository.isBuilt(server)).toBe(true);
});

test("what was never built is built", async () => {
  await using repository = await makeRepository();
  for (const build of [page, server]) {
    await repository.remove(build.made);
    expect(repository.isBuilt(build)).toBe(false);
  }
});

/** What is read for the console, for the server, or for both. */
const READ: readonly (readonly [string, readonly Build[]])[] = [
  ["package.json", [page, server]],
  ["pnpm-lock.yaml", [page, server]],
  ["packages/console/index.html", [page]],
  ["packages/console/vite.config.ts", [page]],
  ["packages/console/src/pages/bots/bots.tsx", [page, server]],
  ["packages/core/package.json", [page, server]],
  ["packages/core/src/message.ts", [page, server]],
  ["scripts/bundle.ts", [server]],
  // A file in it is gone.
  ["packages/console/src/pages", [page, server]],
];

test.for(READ)("a newer %s is built into what reads it", async ([path, readers]) => {
  await using repository = await makeRepository();
  await repository.write(path, LATER);
  for (const build of [page, server]) {
    expect(repository.isBuilt(build)).toBe(!readers.includes(build));
    await repository.write(build.made, LATER);
    expect(repository.isBuilt(build)).toBe(true);
  }
});
