import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox } from "@botwright/sandbox";
import { expect, onTestFinished, test } from "vitest";
import type { DevEvent } from "../src/dev/events.ts";
import { createDevPlugins, type DevPlugins } from "../src/dev/plugins.ts";
import { PING } from "./plugins.ts";
import { withFiles } from "./running-dev.ts";

const quiet = (): void => {};

interface OpenedPlugins {
  readonly plugins: DevPlugins;
  readonly paths: readonly string[];
  readonly events: readonly DevEvent[];
}

/** Plugins of files that are in a folder of their own until the end of the test. */
async function openPlugins(files: Record<string, string>): Promise<OpenedPlugins> {
  const folder = await withFiles(files);
  const sandbox = createSandbox({ workers: 1, fetch: false });
  onTestFinished(async () => {
    await sandbox.close();
    await folder[Symbol.asyncDispose]();
  });
  const paths = Object.keys(files).map((name) => join(folder.path, name));
  const events: DevEvent[] = [];
  const plugins = createDevPlugins(paths, {
    sandbox,
    fetch: () => Promise.reject(new Error("unexpected fetch")),
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    cwd: folder.path,
    config: { valuesFor: () => ({}) },
    onEvent: (event) => void events.push(event),
  });
  return { plugins, paths, events };
}

test("a file counts as loaded while its newest version is, also one that was away for a moment", async () => {
  const { plugins, paths } = await openPlugins({ "ping.js": PING });
  const [path = ""] = paths;
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

test("a build that fails again for the same reason is reported once, after each change of its files", async () => {
  const source = 'import "./gone.ts";\nexport const handler = () => ({ handled: false });\n';
  const { plugins, paths, events } = await openPlugins({ "ping.ts": source });
  const [path = ""] = paths;
  await plugins.load(path);
  await plugins.load(path);
  expect(events).toMatchObject([{ type: "load-failed", code: "PLUGIN_BUILD_FAILED" }]);
  await writeFile(path, `${source}\n`);
  await plugins.load(path);
  expect(events).toHaveLength(2);
});

const withSlug = (slug: string): string =>
  `export const meta = { slug: "${slug}" };\nexport const handler = () => ({ handled: false });\n`;

test("a file with the slug of another one is loaded once the other has a new one", async () => {
  const files = { "a.js": withSlug("ping"), "b.js": withSlug("ping") };
  const { plugins, paths, events } = await openPlugins(files);
  const [first = "", second = ""] = paths;
  await Promise.all(paths.map((path) => plugins.load(path)));
  expect(plugins.slugs()).toEqual(["ping"]);
  expect(plugins.areAllLoaded()).toBe(false);
  await plugins.reload(second);
  await writeFile(first, withSlug("pang"));
  await plugins.reload(first);
  expect(plugins.slugs()).toEqual(["pang", "ping"]);
  expect(plugins.areAllLoaded()).toBe(true);
  const failures = events.filter(({ type }) => type === "load-failed");
  expect(failures).toMatchObject([{ file: "b.js", code: "DUPLICATE_SLUG" }]);
});

test("a file with the slug of another one is loaded once the other is gone", async () => {
  const files = { "a.js": withSlug("ping"), "b.js": withSlug("ping"), "c.js": withSlug("ping") };
  const { plugins, paths, events } = await openPlugins(files);
  const [first = "", second = "", third = ""] = paths;
  // The last one is loaded until the first is.
  for (const path of [third, second, first]) await plugins.load(path);
  const failures = events.flatMap((event) => (event.type === "load-failed" ? event.message : []));
  expect(failures).toContain("its slug ping is that of a.js: give it another one");
  expect(plugins.all().map(({ path }) => path)).toEqual([first]);
  await plugins.follow([second, third]);
  expect(plugins.all().map(({ path }) => path)).toEqual([second]);
  expect(plugins.areAllLoaded()).toBe(false);
  await plugins.follow([third]);
  expect(plugins.all().map(({ path }) => path)).toEqual([third]);
  expect(plugins.areAllLoaded()).toBe(true);
});

test("a new version that takes the slug of another file is loaded once that one is free", async () => {
  const { plugins, paths } = await openPlugins({
    "a.js": withSlug("ping"),
    "b.js": withSlug("pang"),
  });
  const [first = "", second = ""] = paths;
  for (const path of paths) await plugins.load(path);
  await writeFile(second, withSlug("ping"));
  await plugins.reload(second);
  expect(plugins.slugs()).toEqual(["ping", "pang"]);
  await writeFile(first, withSlug("pong"));
  await plugins.reload(first);
  expect(plugins.slugs()).toEqual(["pong", "ping"]);
  expect(plugins.areAllLoaded()).toBe(true);
});
