import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definePlugin, describeError, formatError } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createHarness, expectTurn } from "../src/index.ts";

const lines = (...text: string[]): string => text.join("\n");

/** A plugin's file, and the error of its load or of its run as people see it. */
async function shownError(source: string, runIn: "host" | "sandbox"): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "error-lines-"));
  const file = join(folder.path, "dice.js");
  await writeFile(file, source);
  try {
    await using h = await createHarness(file, { runIn, limits: { wallMs: 60_000 } });
    const { error } = await h.user().says("roll");
    return error === undefined ? "no error" : formatError(error);
  } catch (thrown) {
    return formatError(describeError(thrown));
  }
}

/** The place and the lines; Node and QuickJS differ in words, and in which part of a call is its column. */
const CASES: readonly {
  readonly what: string;
  readonly source: string;
  readonly sandbox: string;
  readonly host: string;
}[] = [
  {
    what: "thrown while the file is loaded",
    source: lines("const words = ['a'];", "words.none.length;", "export const handler = () => {};"),
    sandbox: lines(
      "TypeError: cannot read property 'length' of undefined at dice.js:2:11",
      "  1 │ const words = ['a'];",
      "> 2 │ words.none.length;",
      "    │           ^",
      "  3 │ export const handler = () => {};",
    ),
    host: lines(
      "TypeError: Cannot read properties of undefined (reading 'length') at dice.js:2:12",
      "  1 │ const words = ['a'];",
      "> 2 │ words.none.length;",
      "    │            ^",
      "  3 │ export const handler = () => {};",
    ),
  },
  {
    what: "on the first line",
    source: "null.x; export const handler = () => {};",
    sandbox: lines(
      "TypeError: cannot read property 'x' of null at dice.js:1:5",
      "> 1 │ null.x; export const handler = () => {};",
      "    │     ^",
    ),
    host: lines(
      "TypeError: Cannot read properties of null (reading 'x') at dice.js:1:6",
      "> 1 │ null.x; export const handler = () => {};",
      "    │      ^",
    ),
  },
  {
    what: "of the syntax",
    source: lines("export function handler() {", "  const a = = 1;", "}"),
    sandbox: lines(
      "syntax error: unexpected token in expression: '=' at dice.js:2:13",
      "  1 │ export function handler() {",
      "> 2 │   const a = = 1;",
      "    │             ^",
      "  3 │ }",
    ),
    host: lines(
      "syntax error: unexpected token in expression: '=' at dice.js:2:13",
      "  1 │ export function handler() {",
      "> 2 │   const a = = 1;",
      "    │             ^",
      "  3 │ }",
    ),
  },
  {
    what: "of a misspelt method in a helper, after an await",
    source: lines(
      "async function count(storage) {",
      "  await storage.get('a');",
      "  return storage.gett('a');",
      "}",
      "export async function handler({ storage }) {",
      "  await count(storage);",
      "}",
    ),
    sandbox: lines(
      "TypeError: storage.gett is not a function at dice.js:3:22 in count",
      "  1 │ async function count(storage) {",
      "  2 │   await storage.get('a');",
      "> 3 │   return storage.gett('a');",
      "    │                      ^",
      "  4 │ }",
    ),
    host: lines(
      "TypeError: storage.gett is not a function at dice.js:3:18 in count",
      "  1 │ async function count(storage) {",
      "  2 │   await storage.get('a');",
      "> 3 │   return storage.gett('a');",
      "    │                  ^",
      "  4 │ }",
    ),
  },
  {
    what: "of a refused host call",
    source: lines(
      "export async function handler({ storage }) {",
      "  const key = '';",
      "  await storage.get(key);",
      "}",
    ),
    sandbox: lines(
      "a storage key is a text of 1 to 256 characters at dice.js:3:20 in handler",
      "  1 │ export async function handler({ storage }) {",
      "  2 │   const key = '';",
      "> 3 │   await storage.get(key);",
      "    │                    ^",
      "  4 │ }",
    ),
    host: lines(
      "a storage key is a text of 1 to 256 characters at dice.js:3:17 in handler",
      "  1 │ export async function handler({ storage }) {",
      "  2 │   const key = '';",
      "> 3 │   await storage.get(key);",
      "    │                 ^",
      "  4 │ }",
    ),
  },
  {
    what: "in the change of a storage.update",
    source: "export const handler = ({ storage }) => storage.update('a', (value) => value.b);",
    sandbox: lines(
      "TypeError: cannot read property 'b' of null at dice.js:1:77",
      "> 1 │ export const handler = ({ storage }) => storage.update('a', (value) => value.b);",
      "    │                                                                             ^",
    ),
    host: lines(
      "TypeError: Cannot read properties of null (reading 'b') at dice.js:1:78",
      "> 1 │ export const handler = ({ storage }) => storage.update('a', (value) => value.b);",
      "    │                                                                              ^",
    ),
  },
  {
    what: "of a class of the plugin's own",
    source: lines(
      "class NoDice extends Error {",
      "  name = 'NoDice';",
      "}",
      "export async function handler() {",
      "  throw new NoDice('none left');",
      "}",
    ),
    sandbox: lines(
      "NoDice: none left at dice.js:5:19 in handler",
      "  3 │ }",
      "  4 │ export async function handler() {",
      "> 5 │   throw new NoDice('none left');",
      "    │                   ^",
      "  6 │ }",
    ),
    host: lines(
      "NoDice: none left at dice.js:5:9 in handler",
      "  3 │ }",
      "  4 │ export async function handler() {",
      "> 5 │   throw new NoDice('none left');",
      "    │         ^",
      "  6 │ }",
    ),
  },
  {
    what: "in a timer",
    source: lines(
      "export async function handler() {",
      "  setTimeout(() => {",
      "    null.x;",
      "  }, 5);",
      "  await new Promise(() => {});",
      "}",
    ),
    sandbox: lines(
      "TypeError: cannot read property 'x' of null at dice.js:3:9",
      "  1 │ export async function handler() {",
      "  2 │   setTimeout(() => {",
      "> 3 │     null.x;",
      "    │         ^",
      "  4 │   }, 5);",
    ),
    host: lines(
      "TypeError: Cannot read properties of null (reading 'x') at dice.js:3:10",
      "  1 │ export async function handler() {",
      "  2 │   setTimeout(() => {",
      "> 3 │     null.x;",
      "    │          ^",
      "  4 │   }, 5);",
    ),
  },
  {
    what: "thrown as a text, by the only statement that throws it",
    source: lines("export function handler() {", "  throw 'no dice';", "}"),
    sandbox: lines(
      "string: no dice at dice.js:2:3",
      "  1 │ export function handler() {",
      "> 2 │   throw 'no dice';",
      "    │   ^",
      "  3 │ }",
    ),
    host: lines(
      "string: no dice at dice.js:2:3",
      "  1 │ export function handler() {",
      "> 2 │   throw 'no dice';",
      "    │   ^",
      "  3 │ }",
    ),
  },
  {
    what: "thrown as objects, by statements that can have",
    source: lines(
      "export function handler() {",
      "  if (Date.now() < 0) throw { code: 1 };",
      "  throw { code: 2 };",
      "}",
    ),
    sandbox:
      'object: {"code":2} (thrown at dice.js:2 or dice.js:3; throw new Error(…) to see where)',
    host: 'object: {"code":2} (thrown at dice.js:2 or dice.js:3; throw new Error(…) to see where)',
  },
];

describe.each(["sandbox", "host"] as const)("an error in the %s shows its line, once:", (runIn) => {
  test.each(CASES)("$what", async ({ source, ...shown }) => {
    expect(await shownError(source, runIn)).toBe(shown[runIn]);
  });
});

const FAILING = lines(
  'export const meta = { slug: "dice" };',
  "export function handler({ msg }) {",
  "  return msg.none.length;",
  "}",
);

test("a failed expectation shows the error with its line", async () => {
  await using h = await createHarness(FAILING);
  const turn = await h.user().says("roll");
  expect(turn.error).toMatchObject({
    code: "PLUGIN_ERROR",
    position: { file: "dice.js", line: 3, column: 18, functionName: "handler" },
  });
  expect(() => expectTurn(turn).toBeHandled()).toThrow(
    lines(
      "Expected the message to be handled.",
      "The plugin has failed: TypeError: cannot read property 'length' of undefined at dice.js:3:18 in handler (PLUGIN_ERROR)",
      '  1 │ export const meta = { slug: "dice" };',
      "  2 │ export function handler({ msg }) {",
      "> 3 │   return msg.none.length;",
      "    │                  ^",
      "  4 │ }",
      "Nothing was sent.",
      "Logged:",
      "  warn: a handler failed",
    ),
  );
});

test("a trusted function's error has the position in the file that defines it", async () => {
  const plugin = definePlugin({
    meta: { slug: "dice" },
    handler() {
      throw new Error("no dice");
    },
  });
  await using h = await createHarness(plugin);
  const { error } = await h.user().says("roll");
  expect(error).toMatchObject({
    message: "no dice",
    position: { file: "error-lines.test.ts", functionName: "handler" },
  });
});

test("a record has the name of the file without its folder", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "error-lines-"));
  const file = join(folder.path, "dice.js");
  await writeFile(file, FAILING);
  await using h = await createHarness(file);
  await h.user().says("roll");
  const { outcome } = await h.record();
  expect(outcome.error?.position).toMatchObject({ file: "dice.js", line: 3 });
  expect(JSON.stringify(outcome)).not.toContain(folder.path);
});
