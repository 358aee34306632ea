import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox } from "@botwright/sandbox";
import { expect, test } from "vitest";
import { createDevPlugins } from "../src/dev/plugins.ts";
import { PING } from "./plugins.ts";
import { withFiles } from "./running-dev.ts";

const quiet = (): void => {};

test("a file counts as loaded while its newest version is, also one that was away for a moment", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using sandbox = createSandbox({ workers: 1, fetch: false });
  const path = join(folder.path, "ping.js");
  const plugins = createDevPlugins([path], {
    sandbox,
    fetch: () => Promise.reject(new Error("unexpected fetch")),
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    cwd: folder.path,
    config: { valuesFor: () => ({}) },
    onEvent: quiet,
  });
  const loadsAs = async (code: string | undefined): Promise<boolean> => {
    await (code === undefined ? rm(path) : writeFile(path, code));
    await plugins.load(path);
    return plugins.areAllLoaded();
  };
  expect(await loadsAs(PING)).toBe(true);
  expect(await loadsAs(undefined)).toBe(false);
  expect(await loadsAs(PING)).toBe(true);
  expect(await loadsAs("export const handler = ;")).toBe(false);
  expect(await loadsAs(PING)).toBe(true);
  await plugins.follow([]);
  expect(plugins.areAllLoaded()).toBe(true);
});
