import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SourceMap } from "node:module";
import { pathToFileURL } from "node:url";
import { LIMITS } from "@botwright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPlugin, createHarness, expectTurn, PluginBuildError, replay } from "../src/index.ts";

const PLUGIN = `import type { Context, Meta, Result } from "botwright";
import plural from "plural";
import { roll } from "./roll.ts";

export const meta: Meta = { slug: "dice", name: "骰子", triggers: ["roll"] };

export async function handler({ bot, msg, storage }: Context): Promise<Result> {
  if (msg.text === "fail") throw new Error("out of dice");
  if (msg.text !== "roll") return { handled: false };
  const rolls: number = await storage.update<number>("rolls", (rolls) => (rolls ?? 0) + 1);
  await bot.reply(msg, \`You rolled \${roll()}, \${plural(rolls, "time")}\`);
  return { handled: true };
}
`;
const ROLL = `enum Sides { Six = 6 }
export function roll(): number {
  return Math.ceil(Math.random() * Sides.Six) > 0 ? Sides.Six : 0;
}
`;
const PACKAGE = `module.exports = function plural(count, word) {
  return count + " " + word + (count === 1 ? "" : "s");
};
`;

let folder = "";

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-build-"));
  await write("dice.ts", PLUGIN);
  await write("roll.ts", ROLL);
  await write("node_modules/plural/package.json", '{ "name": "plural", "main": "index.js" }');
  await write("node_modules/plural/index.js", PACKAGE);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What is wrong with a plugin. */
async function problemOf(name: string, text: string): Promise<string> {
  const path = await write(name, text);
  const error = await buildPlugin(path).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PluginBuildError);
  expect(error).toMatchObject({ code: "PLUGIN_BUILD_FAILED" });
  return error instanceof PluginBuildError ? error.message : "";
}

/** The map in the last line of a built file. */
function mapOf(code: string): SourceMap {
  const [, text = ""] =
    /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\n$/.exec(code) ?? [];
  return new SourceMap(JSON.parse(Buffer.from(text, "base64").toString("utf8")));
}

describe("a plugin of TypeScript, two files and a package", () => {
  test.each(["sandbox", "host"] as const)("is tested as any other, in the %s", async (runIn) => {
    await using h = await createHarness(join(folder, "dice.ts"), { runIn });
    expect(h.meta).toMatchObject({ slug: "dice", name: "骰子" });
    const ann = h.user("ann");
    expectTurn(await ann.says("roll")).toHaveReplied("You rolled 6, 1 time");
    expectTurn(await ann.says("roll")).toHaveReplied("You rolled 6, 2 times");
  });

  test("is replayed", async () => {
    const file = pathToFileURL(join(folder, "dice.ts"));
    await using h = await createHarness(file);
    await h.user("ann").says("roll");
    expect(await replay(await h.record(), file)).toMatchObject({ same: true, sameSource: true });
  });

  test("becomes one file that imports nothing, with the names of its sources", async () => {
    const { code, inputs, warnings } = await buildPlugin(join(folder, "dice.ts"));
    expect(warnings).toEqual([]);
    expect(
      inputs.map((path) => path.slice(path.indexOf("botwright-build-")).split("/").at(-1)),
    ).toEqual(expect.arrayContaining(["dice.ts", "roll.ts", "index.js"]));
    expect(code).not.toMatch(/^\s*import\b/m);
    expect(code).toContain('name: "骰子"');
    expect(code).toContain("async function handler(");
    expect(code).not.toContain(tmpdir());
  });

  test("has a source map with the author's files, by which a line is found again", async () => {
    const { code } = await buildPlugin(join(folder, "dice.ts"));
    const map = mapOf(code);
    const { sources, sourcesContent } = map.payload;
    expect(new Map(sources.map((path, index) => [path, sourcesContent[index]]))).toEqual(
      new Map([
        ["dice.ts", PLUGIN],
        ["node_modules/plural/index.js", null],
        ["roll.ts", ROLL],
      ]),
    );
    const lines = code.split("\n");
    const line = lines.findIndex((text) => text.includes("out of dice"));
    const at = map.findEntry(line, lines[line]?.indexOf("new Error") ?? 0);
    expect(at).toMatchObject({ originalSource: "dice.ts", originalLine: 7, originalColumn: 33 });
  });

  test("names its sources from where the built file is going to be", async () => {
    const outfile = join(folder, "dist", "plugin.js");
    const { code } = await buildPlugin(join(folder, "dice.ts"), { outfile });
    expect(mapOf(code).payload.sources).toContain("../dice.ts");
  });
});

test("a map that would make the file too large has positions only, or is left out", async () => {
  const { sourceBytes } = LIMITS.plugin;
  const code = "export const handler = () => ({ handled: false });\n";
  const half = await write("half.ts", `${code}// ${"x".repeat(sourceBytes)}\n`);
  expect(mapOf((await buildPlugin(half)).code).payload.sourcesContent).toEqual([null]);
  const text = `export const text = "${"x".repeat(sourceBytes - 200)}";\n`;
  const whole = await write("whole.ts", text + code);
  expect((await buildPlugin(whole)).code).not.toContain("sourceMappingURL");
});

describe("what cannot be built says where and what to do", () => {
  test.each([
    [
      'import { readFile } from "node:fs/promises"; readFile("x");',
      "1:26",
      /node:fs\/promises is .* storage/,
    ],
    ['import http from "http"; http.get("x");', "1:18", /^http is a module of Node.*: use fetch$/],
    ['const { join } = require("path"); join("a");', "1:26", /path is a module of Node/],
    ['import dayjs from "dayjs/esm"; dayjs();', "1:19", /npm install dayjs$/],
    ['import x from "@scope/name/part"; x();', "1:15", /npm install @scope\/name$/],
    ['import x from "./other.ts"; x();', "1:15", /there is no file \.\/other\.ts$/],
    ['import { createHarness } from "botwright"; createHarness("x");', "1:31", /write import type/],
    ["const 名 = 1; const = 2;", "1:20", /Expected identifier/],
  ])("%s", async (text, place, words) => {
    const problem = await problemOf("bad.ts", `${text}\nexport const handler = () => ({});\n`);
    const [, found, says] = /^bad\.ts:(\d+:\d+): (.*)$/.exec(problem) ?? [];
    expect({ found, says }).toEqual({ found: place, says: expect.stringMatching(words) });
  });

  test("the first five of many", async () => {
    const imports = Array.from({ length: 9 }, (_, index) => `import "./gone-${index}.ts";`);
    const problem = await problemOf("many.ts", imports.join("\n"));
    expect(problem.split("\n")).toHaveLength(6);
    expect(problem).toMatch(/^and 4 more$/m);
  });

  test("the paths at which what it imports would be found are known", async () => {
    const path = await write("apart/lacking.ts", 'import "./part.js"; import "@a/b/c";');
    const error: unknown = await buildPlugin(path).catch((thrown: unknown) => thrown);
    const apart = dirname(path);
    expect(error).toMatchObject({
      inputs: [path],
      missing: expect.arrayContaining([
        ...["part.js", "part.ts", "part.js/index.ts", "node_modules/@a/b", "package.json"].map(
          (name) => join(apart, name),
        ),
        join(apart, "node_modules/.package-lock.json"),
      ]),
    });
  });

  test("in a harness too, and what was read is known", async () => {
    const path = await write("broken.ts", 'import { roll } from "./roll.ts";\nroll(');
    const error: unknown = await createHarness(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "PLUGIN_BUILD_FAILED", inputs: [path] });
    await expect(createHarness(join(folder, "none.ts"))).rejects.toMatchObject({
      code: "PLUGIN_FILE_NOT_FOUND",
    });
  });
});

test.each(["utf16le", "latin1"] as const)("a file of %s is refused", async (encoding) => {
  const path = join(folder, `${encoding}.js`);
  const code = 'export const handler = () => ({ handled: "é" === "\u00e9" });';
  await writeFile(path, Buffer.from(`\uFEFF${code}`, encoding));
  await expect(createHarness(path)).rejects.toMatchObject({
    code: "PLUGIN_NOT_UTF8",
    message: `${encoding}.js is not UTF-8: save it in this encoding`,
  });
});

test("a file of another encoding that a plugin imports is refused, but not one of a package", async () => {
  const apart = join(folder, "encodings");
  const latin = Buffer.from("export const one = 1; // \u00e9\n", "latin1");
  await mkdir(join(apart, "node_modules/one"), { recursive: true });
  await writeFile(join(apart, "node_modules/one/index.js"), latin);
  await writeFile(join(apart, "one.ts"), latin);
  const handler = "export const handler = () => ({ handled: one === 1 });\n";
  const path = await write("encodings/own.ts", `import { one } from "./one.ts";\n${handler}`);
  await expect(buildPlugin(path)).rejects.toMatchObject({
    code: "PLUGIN_BUILD_FAILED",
    message: expect.stringContaining("one.ts is not UTF-8: save it in this encoding"),
  });
  const other = await write("encodings/other.ts", `import { one } from "one";\n${handler}`);
  await expect(buildPlugin(other)).resolves.toMatchObject({ warnings: [] });
});

test("JavaScript runs as it is: that is what a host gets", async () => {
  const path = await write("whole.js", 'import "./roll.ts";\nexport const handler = () => {};');
  await expect(createHarness(path)).rejects.toThrow(/import/i);
});
