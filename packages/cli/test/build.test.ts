import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { RUN_SOURCES } from "../../../test/thread-bundle.ts";
import { run } from "../src/run.ts";
import { createTestTerminal, runIn, withFiles } from "./terminal.ts";

// Child processes and workers take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const PING = `import type { Context, Meta } from "botwright";
import { answer } from "./words/answer.ts";

export const meta: Meta = { slug: "ping", triggers: ["ping"] };

export async function handler({ bot, msg }: Context) {
  if (msg.text !== "ping") return { handled: false };
  await bot.reply(msg, answer("en"));
  return { handled: true };
}
`;
const ANSWER = `const ANSWERS = { en: "pong" } as const;

export function answer(language: keyof typeof ANSWERS): string {
  return ANSWERS[language];
}
`;
const TEST = `import { test } from "node:test";
import { createHarness, expectTurn } from "botwright";

test("answers", async (t) => {
  const harness = await createHarness(new URL("ping.ts", import.meta.url));
  t.after(() => harness.close());
  expectTurn(await harness.user().says("ping")).toHaveReplied("pong");
});
`;

const FILES = { "ping.ts": PING, "words/answer.ts": ANSWER };

describe("botwright build", () => {
  test("makes the one file that a host takes", async () => {
    await using folder = await withFiles(FILES);
    const { code, out, err } = await runIn(folder.path, ["build", "ping.ts"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^✓ dist\/ping\.js: \d+\.\d KiB of 2 files\n$/);
    const checked = await runIn(folder.path, ["check", "dist/ping.js", "--json"]);
    expect(JSON.parse(checked.out)).toMatchObject([
      { ok: true, meta: { slug: "ping", triggers: ["ping"] }, findings: [], loadError: null },
    ]);
  });

  test("writes to the path of its option, of JavaScript too, and answers as JSON", async () => {
    await using folder = await withFiles({
      "src/main.js":
        'import { one } from "./one.js";\nexport const handler = () => ({ handled: one === 1 });\n',
      "src/one.js": "export const one = 1;\n",
    });
    const words = ["build", "src/main.js", "-o", "plugin.js", "--json"];
    const { code, out } = await runIn(folder.path, words);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      file: "plugin.js",
      bytes: (await readFile(join(folder.path, "plugin.js"))).length,
      inputs: expect.arrayContaining(["src/main.js", "src/one.js"]),
      warnings: [],
    });
  });

  test.each([
    ["bad.ts", 1, /bad\.ts:1:16: node:fs is a module of Node.*storage.*PLUGIN_BUILD_FAILED/],
    ["empty.js", 1, /empty\.js: there is no code.*\(PLUGIN_REFUSED\)/],
    ["plain.js", 1, /plain\.js: .*handler.*\(PLUGIN_REFUSED\)/],
    ["number.ts", 1, /number\.ts: .*PLUGIN_REFUSED/],
    ["bad.ts -o .", 2, /\. is a folder: name the file to write, as in -o bad\.js\n/],
    [".", 2, /In the folder \. there are several plugins: name one of .*empty\.js/],
    ["none.ts", 2, /There is no plugin file none\.ts/],
    ["notes.txt", 2, /neither TypeScript nor JavaScript/],
    ["bad.ts -o bad.ts", 2, /would replace its source bad\.ts: name another by -o/],
    ["whole.ts -o part.ts", 2, /would replace its source part\.ts: name another by -o/],
  ])("botwright build %s", async (words, code, says) => {
    await using folder = await withFiles({
      "notes.txt": "",
      "empty.js": "",
      "plain.js": "console.log(1);\n",
      "number.ts": "export const handler: number = 1;\n",
      "whole.ts": 'export { handler } from "./part.ts";\n',
      "part.ts": "export const handler = () => ({ handled: true });\n",
      "bad.ts": 'import fs from "node:fs";\nfs.rmSync("/");\n',
    });
    const built = await runIn(folder.path, ["build", ...words.split(" ")]);
    expect(built.code).toBe(code);
    expect(built.err).toMatch(says);
    await expect(readdir(join(folder.path, "dist"))).rejects.toThrow("ENOENT");
  });
});

describe("botwright check", () => {
  test("looks at what a host would get of TypeScript", async () => {
    await using folder = await withFiles(FILES);
    const { code, out } = await runIn(folder.path, ["check", "."]);
    expect(out).toContain("ping.ts\n  ✓ ping 1.0.0 loads, and breaks no rule");
    expect(code).toBe(0);
  });

  test("shows a finding where it was written, also in another file", async () => {
    const bad = `type Text = string;\nexport const answer = (language: Text): Text => {\n  return language + process.env.HOME;\n};\n`;
    await using folder = await withFiles({ "ping.ts": PING, "words/answer.ts": bad });
    const { code, out } = await runIn(folder.path, ["check", "ping.ts"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^ {2}words\/answer\.ts:3:21 {2}error .* {2}forbidden-global$/m);
    expect(out).toMatch(/^ {5}3 │ {3}return language \+ process\.env\.HOME;$/m);
  });

  test("says what cannot be built, and goes on with the next file", async () => {
    await using folder = await withFiles({
      ...FILES,
      "bad.ts": 'export const handler = 1;\nimport "./x";',
    });
    const { code, out } = await runIn(folder.path, ["check", "bad.ts", "ping.ts", "--json"]);
    expect(code).toBe(1);
    const message = "bad.ts:2:8: there is no file ./x";
    expect(JSON.parse(out)).toMatchObject([
      { file: "bad.ts", ok: false, loadError: { code: "PLUGIN_BUILD_FAILED", message } },
      { file: "ping.ts", ok: true },
    ]);
  });
});

test("botwright dev builds again when any of its files is saved, also after a mistake", async () => {
  await using folder = await withFiles({
    ...FILES,
    "ping.ts": PING.replace("answer(", "answer(("),
  });
  const terminal = createTestTerminal(folder.path);
  const ending = run(["dev", "ping.ts", "--port", "0"], terminal);
  await terminal.waitFor(/✗ ping\.ts: ping\.ts:\d+:\d+: Expected/);
  await terminal.waitFor(/page +http/);
  await writeFile(join(folder.path, "ping.ts"), PING);
  await terminal.waitFor(/✓ ping\.ts loaded/);
  await writeFile(join(folder.path, "words", "answer.ts"), ANSWER.replace("pong", "second"));
  await terminal.waitFor(/ping\.ts loaded again, \d+ ms after it was saved/);
  terminal.typeIn("ping\n");
  await terminal.waitFor(/ › second\n/);
  terminal.interrupt();
  expect(await ending).toBe(0);
});

test("botwright test runs tests of TypeScript", async () => {
  await using folder = await withFiles({ ...FILES, "ping.test.ts": TEST });
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  // As a project has it.
  await mkdir(join(folder.path, "node_modules"));
  await symlink(join(import.meta.dirname, ".."), join(folder.path, "node_modules", "botwright"));
  const { code, out } = await runIn(folder.path, ["test", ...RUN_SOURCES]);
  expect(out).toMatch(/pass 1/);
  expect(code).toBe(0);
});
