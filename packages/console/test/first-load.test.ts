import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { test } from "./browser.ts";
import { readFirstLoad } from "./first-load.ts";

/** Parts of libraries that are loaded on demand only. */
const ON_DEMAND = {
  editor: "cm-editor",
  charts: "uplot",
  "Chinese findings": "没有导出 handler",
  "Chinese failures": "插件抛出了错误",
} as const;

test("the first load is at most 120 kB, compressed; editor and charts come on demand", async ({
  dist,
}) => {
  const { files, bytes } = await readFirstLoad(dist);
  expect(files.some((path) => path.endsWith(".js"))).toBe(true);
  expect(files.some((path) => path.endsWith(".css"))).toBe(true);
  expect(bytes).toBeLessThanOrEqual(120_000);

  const folder = join(dist, "assets");
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  for (const part of Object.values(ON_DEMAND)) {
    const having: string[] = [];
    for (const name of scripts) {
      if ((await readFile(join(folder, name), "utf8")).includes(part)) having.push(name);
    }
    expect(having.length).toBeGreaterThan(0);
    expect(having.filter((name) => files.includes(`assets/${name}`))).toEqual([]);
  }
});
