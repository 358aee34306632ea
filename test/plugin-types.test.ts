/**
 * What an editor knows of a plugin: in a project as `botwright new` makes it, with the types as they are
 * published. The packages have to be built before.
 *
 * @module-tag long
 */
import { execFile } from "node:child_process";
import { copyFile, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { root } from "./repository.ts";

const run = promisify(execFile);
/** Inside the repository, so that imports find the packages as an author's project would. */
const folder = `${root}/test/.plugin-types`;

interface PluginExample {
  readonly place: string;
  readonly code: string;
}

/** The plugins of all pages and examples. Translations have the blocks of their originals. */
async function findPlugins(): Promise<readonly PluginExample[]> {
  const found: PluginExample[] = [];
  const exclude = ["**/*.zh.md"];
  for await (const page of glob(["*.md", "docs/*.md", "packages/*/README.md"], {
    cwd: root,
    exclude,
  })) {
    const fences = await readFences(page);
    found.push(...fences.filter(({ language }) => language === "js"));
  }
  for await (const place of glob("examples/*/*.js", { cwd: root, exclude: ["**/*.test.js"] })) {
    found.push({ place, code: await readFile(`${root}/${place}`, "utf8") });
  }
  return found
    .filter(({ code }) => /^export .*\bhandler\b/m.test(code))
    .toSorted((a, b) => a.place.localeCompare(b.place));
}

/** Puts the two comments of a plugin file, which examples for readers leave out, in their places. */
function withComments(code: string): string {
  return code
    .replace(/^export const meta\b/m, '/** @type {import("botwright").Meta} */\n$&')
    .replace(
      /^export (?:async )?function handler\((\w*)/m,
      (line: string, name: string) =>
        `/** @param {import("botwright").Context} ${name || "ctx"} */\n${line}`,
    );
}

const plugins = await findPlugins();

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyFile(
    `${root}/packages/cli/templates/javascript/jsconfig.json`,
    `${folder}/jsconfig.json`,
  );
  for (const { place, code } of plugins) {
    await writeFile(`${folder}/${place.replaceAll(/[^\w]+/g, "-")}.js`, withComments(code));
  }
});

test("there are plugins of the guide, of the README and of the examples", () => {
  const places = plugins.map(({ place }) => place).join("\n");
  for (const page of ["docs/plugin-guide.md:", "README.md:", "examples/plugins/"]) {
    expect(places).toContain(page);
  }
});

test("every plugin compiles without an error", async () => {
  const compile = run(`${root}/node_modules/.bin/tsc`, ["-p", "jsconfig.json"], { cwd: folder });
  const { stdout } = await compile.catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

describe("behind a dot, an editor", () => {
  const MEMBERS = {
    ctx: "bot msg config storage mediaBuffer quotedMessage aiService searchService getPlatformCreds",
    "ctx.bot": "reply sendText sendImage sendVideo sendFile sendTyping cancelTyping downloadImage",
    "ctx.msg": "type text textWithQuote from timestamp contextToken messageId image file raw",
    "ctx.storage": "get set update delete keys clear",
    "ctx.aiService": "callModel getModelsByCategory getModelInfo isFreeModel getFreeImageQuota",
    "ctx.searchService": "search",
  };
  const lines = Object.keys(MEMBERS).map((path) => `  ${path}.\n  ;\n`);
  const membersOf = openEditor(`/** @param {import("botwright").Context} ctx */
export function handler(ctx) {
${lines.join("")}}
`);

  test.each(Object.entries(MEMBERS))("lists and explains the members of %s", (path, names) => {
    const members = membersOf(path);
    expect(members.map(({ name }) => name)).toEqual(expect.arrayContaining(names.split(" ")));
    expect(members.filter(({ documentation }) => documentation === "")).toEqual([]);
    // What is for hosts is not offered to a plugin.
    expect(members.filter(({ name }) => /^for(?:Call|Effect)$/.test(name))).toEqual([]);
  });
});

interface Member {
  readonly name: string;
  readonly documentation: string;
}

/** Opens a file of the project; the function tells what an editor shows behind the first `<path>.` */
function openEditor(text: string): (path: string) => readonly Member[] {
  const file = `${folder}/typed.js`;
  const config = ts.readConfigFile(
    `${root}/packages/cli/templates/javascript/jsconfig.json`,
    ts.sys.readFile.bind(ts.sys),
  );
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => ({ ...options, allowJs: true }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (chosen) => ts.getDefaultLibFilePath(chosen),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    getScriptSnapshot(name) {
      const found = name === file ? text : ts.sys.readFile(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
  });
  return (path) => {
    const at = text.indexOf(` ${path}.\n`) + path.length + 2;
    const listed = service.getCompletionsAtPosition(file, at, undefined)?.entries ?? [];
    return listed
      .filter(({ kind }) => kind !== ts.ScriptElementKind.warning)
      .map(({ name }) => {
        const rest = [undefined, undefined, undefined, undefined] as const;
        const shown = service.getCompletionEntryDetails(file, at, name, ...rest);
        return { name, documentation: ts.displayPartsToString(shown?.documentation) };
      });
  };
}
