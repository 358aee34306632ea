import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Folder, makeFolder, runIn } from "./terminal.ts";

async function withPlugins(plugins: Record<string, readonly string[]>): Promise<Folder> {
  const folder = await makeFolder();
  for (const [slug, triggers] of Object.entries(plugins)) {
    const code = `throw new Error("never run"); export const meta = ${JSON.stringify({ slug, triggers })}; export const handler = () => ({ handled: false });`;
    await writeFile(join(folder.path, `${slug}.js`), code);
  }
  return folder;
}

test("plugins that react to the same words, read without running them", async () => {
  await using folder = await withPlugins({ aa: ["help"], bb: ["Help", "helper"], cc: ["note"] });
  const { code, out } = await runIn(folder.path, ["conflicts", "."]);
  expect(code).toBe(1);
  expect(out).toBe(`The same word
  help  aa, bb

A word that another begins with
  "help" ⊂ "helper"  aa, bb

4 triggers of 3 plugins: 2 conflicts
`);
  const { out: json } = await runIn(folder.path, ["conflicts", "aa.js", "bb.js", "--json"]);
  expect(JSON.parse(json)).toMatchObject({
    exact: [{ trigger: "help", plugins: ["aa", "bb"] }],
    total_plugins: 2,
    total_triggers: 3,
  });
});

test("plugins that do not", async () => {
  await using folder = await withPlugins({ aa: ["help"], cc: ["note"] });
  const { code, out } = await runIn(folder.path, ["conflicts", "aa.js", "cc.js"]);
  expect({ code, out }).toEqual({ code: 0, out: "✓ 2 triggers of 2 plugins, no conflict\n" });
});

test("two files of one slug are two plugins, told apart by their files", async () => {
  await using folder = await withPlugins({ aa: ["help"], cc: ["note"] });
  await copyFile(join(folder.path, "aa.js"), join(folder.path, "copy.js"));
  const { code, out } = await runIn(folder.path, ["conflicts", "."]);
  expect(code).toBe(1);
  expect(out).toBe(`The same word
  help  aa (aa.js), aa (copy.js)

3 triggers of 3 plugins: 1 conflict
`);
});

test("a meta that cannot be read may hide anything", async () => {
  await using folder = await makeFolder();
  await writeFile(
    join(folder.path, "x.js"),
    "export const meta = make(); export const handler = f;",
  );
  const { code, err } = await runIn(folder.path, ["conflicts", "x.js"]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /The meta of x\.js cannot be read \(line 1: .*botwright check x\.js says more \(PLUGIN_REFUSED\)/,
  );
});
