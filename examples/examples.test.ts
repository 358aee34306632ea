import { existsSync, readdirSync, readFileSync } from "node:fs";
import { findTriggerConflicts, type PluginMeta } from "@botwright/core";
import { inspectPlugin } from "@botwright/inspect";
import { describe, expect, test } from "vitest";

const folder = (path: string): URL => new URL(path, import.meta.url);
const read = (path: string): string => readFileSync(folder(path), "utf8");

/** Folders that hold a plugin of their own name. */
const names = readdirSync(folder("."), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(folder(`${entry.name}/${entry.name}.js`)))
  .map(({ name }) => name);

function metaOf(name: string): PluginMeta & { slug: string } {
  const { meta } = inspectPlugin(read(`${name}/${name}.js`));
  return { ...meta, slug: meta?.slug ?? "" };
}

test("there are nine plugins to install, and the table names them all", () => {
  expect(names).toHaveLength(9);
  const table = read("README.md");
  expect(names.filter((name) => !table.includes(`](${name})`))).toEqual([]);
});

describe.each(names)("%s", (name) => {
  test("a reviewer finds nothing to object to", () => {
    const { ok, findings } = inspectPlugin(read(`${name}/${name}.js`), { thirdParty: true });
    expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(ok).toBe(true);
  });

  test("its declaration is complete", () => {
    expect(metaOf(name)).toMatchObject({
      slug: name,
      name: expect.any(String),
      description: expect.any(String),
      icon: expect.any(String),
      category: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      priority: expect.any(Number),
      permissions: { hosts: expect.any(Array) },
    });
  });

  test("its README shows a conversation, and its tests run it on every platform", () => {
    expect(read(`${name}/README.md`)).toContain("\n```chat\n");
    expect(read(`${name}/${name}.test.js`)).toContain(".onEveryPlatform(");
  });
});

test("they can all be installed together: no two answer to the same word", () => {
  const declared = names.map((name) => {
    const { slug, triggers = [] } = metaOf(name);
    return { slug, triggers };
  });
  expect(findTriggerConflicts(declared)).toMatchObject({ exact: [], prefix: [] });
});
