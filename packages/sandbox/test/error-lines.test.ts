// Longer than other tests, because it is one table: each way in which a plugin fails, with the whole text that
// its author sees.
import { describe, expect, test } from "vitest";
import { lines, runFailingPlugins } from "./thrown-error.ts";

const { shownError, thrownBy } = runFailingPlugins();

describe("an error points at the plugin's line", () => {
  test.each<[what: string, source: string, shown: string]>([
    [
      "thrown while the file is loaded",
      lines(
        "const words = ['a'];",
        "function first(list) {",
        "  return list.none.length;",
        "}",
        "first(words);",
        "export const handler = () => ({ handled: false });",
      ),
      lines(
        "TypeError: cannot read property 'length' of undefined at dice.js:3:19 in first",
        "  1 │ const words = ['a'];",
        "  2 │ function first(list) {",
        "> 3 │   return list.none.length;",
        "    │                   ^",
        "  4 │ }",
      ),
    ],
    [
      "of the syntax",
      lines("export function handler() {", "  const a = = 1;", "}"),
      lines(
        "syntax error: unexpected token in expression: '=' at dice.js:2:13",
        "  1 │ export function handler() {",
        "> 2 │   const a = = 1;",
        "    │             ^",
        "  3 │ }",
      ),
    ],
    [
      "of an unknown name",
      lines("export function handler() {", "  const dice = 6;", "  return rolled(dice);", "}"),
      lines(
        "ReferenceError: 'rolled' is not defined at dice.js:3:10 in handler",
        "  1 │ export function handler() {",
        "  2 │   const dice = 6;",
        "> 3 │   return rolled(dice);",
        "    │          ^",
        "  4 │ }",
      ),
    ],
    [
      "of a misspelt method, which it names",
      lines("export async function handler({ storage }) {", "\tawait storage.gett('a');", "}"),
      lines(
        "TypeError: storage.gett is not a function at dice.js:2:20 in handler",
        "  1 │ export async function handler({ storage }) {",
        "> 2 │   await storage.gett('a');",
        "    │                     ^",
        "  3 │ }",
      ),
    ],
    [
      "in a nested helper",
      lines(
        "const inner = (o) => o.a.b;",
        "function outer(o) {",
        "  return inner(o);",
        "}",
        "export async function handler() {",
        "  outer({});",
        "}",
      ),
      lines(
        "TypeError: cannot read property 'b' of undefined at dice.js:1:25 in inner",
        "> 1 │ const inner = (o) => o.a.b;",
        "    │                         ^",
        "  2 │ function outer(o) {",
      ),
    ],
    [
      "in a callback after an await, behind characters of two columns and two units",
      lines(
        "export async function handler({ storage }) {",
        "  const seen = await storage.get('seen');",
        "  ['名前'].map((name) => '😀' + seen.length + name);",
        "}",
      ),
      lines(
        "TypeError: cannot read property 'length' of null at dice.js:3:35",
        "  1 │ export async function handler({ storage }) {",
        "  2 │   const seen = await storage.get('seen');",
        "> 3 │   ['名前'].map((name) => '😀' + seen.length + name);",
        "    │                                     ^",
        "  4 │ }",
      ),
    ],
    [
      "of a refused host call",
      lines(
        "export async function handler({ bot, msg }) {",
        "  await send(bot, msg.from);",
        "}",
        "async function send(bot, to) {",
        "  await bot.sendImage(to, Buffer.from('x'));",
        "}",
      ),
      lines(
        "no pictures at dice.js:5:22 in send",
        "  3 │ }",
        "  4 │ async function send(bot, to) {",
        "> 5 │   await bot.sendImage(to, Buffer.from('x'));",
        "    │                      ^",
        "  6 │ }",
      ),
    ],
    [
      "of a refused host call among others",
      lines(
        "export async function handler({ bot, msg, storage }) {",
        "  const picture = bot.sendImage(msg.from, Buffer.from('x'));",
        "  await Promise.all([storage.get('a'), picture]);",
        "}",
      ),
      lines(
        "no pictures at dice.js:3:20 in handler",
        "  1 │ export async function handler({ bot, msg, storage }) {",
        "  2 │   const picture = bot.sendImage(msg.from, Buffer.from('x'));",
        "> 3 │   await Promise.all([storage.get('a'), picture]);",
        "    │                    ^",
        "  4 │ }",
      ),
    ],
    [
      "of a call without the network",
      lines("export async function handler() {", "  await fetch('https://example.com');", "}"),
      lines(
        "fetch is not available: the host gives plugins no network at dice.js:2:14 in handler",
        "  1 │ export async function handler() {",
        "> 2 │   await fetch('https://example.com');",
        "    │              ^",
        "  3 │ }",
      ),
    ],
    [
      "in the change of a storage.update",
      lines(
        "export async function handler({ storage }) {",
        "  await storage.update('a', (value) => value.b);",
        "}",
      ),
      lines(
        "TypeError: cannot read property 'b' of null at dice.js:2:45",
        "  1 │ export async function handler({ storage }) {",
        "> 2 │   await storage.update('a', (value) => value.b);",
        "    │                                             ^",
        "  3 │ }",
      ),
    ],
    [
      "of a storage.update",
      lines("export async function handler({ storage }) {", "  await storage.update(7);", "}"),
      lines(
        "storage.update: the second argument must be a function at dice.js:2:23 in handler",
        "  1 │ export async function handler({ storage }) {",
        "> 2 │   await storage.update(7);",
        "    │                       ^",
        "  3 │ }",
      ),
    ],
    [
      "of a rejected promise",
      lines(
        "export async function handler() {",
        "  await Promise.reject(new RangeError('too far'));",
        "}",
      ),
      lines(
        "RangeError: too far at dice.js:2:38 in handler",
        "  1 │ export async function handler() {",
        "> 2 │   await Promise.reject(new RangeError('too far'));",
        "    │                                      ^",
        "  3 │ }",
      ),
    ],
    [
      "of a class of the plugin's own, where it was made",
      lines(
        "class NoDice extends Error {",
        "  name = 'NoDice';",
        "}",
        "export async function handler() {",
        "  throw new NoDice('none left');",
        "}",
      ),
      lines(
        "NoDice: none left at dice.js:5:19 in handler",
        "  3 │ }",
        "  4 │ export async function handler() {",
        "> 5 │   throw new NoDice('none left');",
        "    │                   ^",
        "  6 │ }",
      ),
    ],
    [
      "in a timer",
      lines(
        "export async function handler() {",
        "  setTimeout(() => {",
        "    missing();",
        "  }, 5);",
        "  await new Promise(() => {});",
        "}",
      ),
      lines(
        "ReferenceError: 'missing' is not defined at dice.js:3:5",
        "  1 │ export async function handler() {",
        "  2 │   setTimeout(() => {",
        "> 3 │     missing();",
        "    │     ^",
        "  4 │   }, 5);",
      ),
    ],
    [
      "of a built-in, at its call",
      lines("export const handler = () => {", "  JSON.parse('{');", "};"),
      lines(
        "SyntaxError: expecting property name at dice.js:2:13 in handler",
        "  1 │ export const handler = () => {",
        "> 2 │   JSON.parse('{');",
        "    │             ^",
        "  3 │ };",
      ),
    ],
    [
      "of deep recursion",
      lines(
        "const down = (depth) => down(depth + 1) + 1;",
        "export const handler = () => down(0);",
      ),
      lines(
        "InternalError: stack overflow: is there a function that calls itself without an end? at dice.js:1:29 in down",
        "> 1 │ const down = (depth) => down(depth + 1) + 1;",
        "    │                             ^",
        "  2 │ export const handler = () => down(0);",
      ),
    ],
    [
      "in a minified file",
      `export const handler=()=>{${"/*😀*/a=2;".repeat(9)}null.x;${"b=3;".repeat(30)}}`.replace(
        "{",
        "{let a,b;",
      ),
      lines(
        "TypeError: cannot read property 'x' of null at dice.js:1:129 in handler",
        "> 1 │ …*/a=2;/*😀*/a=2;/*😀*/a=2;null.x;b=3;b=3;b=3;b=3;b=3;b=3;b=3;b=3;b=3;b=3;b=3;b=3;b=3;b=3…",
        "    │                                ^",
      ),
    ],
    [
      "between line breaks that only the language knows",
      "export function handler() {\u2028 /*\r*/ null.x;\n}",
      lines(
        "TypeError: cannot read property 'x' of null at dice.js:3:8 in handler",
        "  1 │ export function handler() {",
        "  2 │  /*",
        "> 3 │ */ null.x;",
        "    │        ^",
        "  4 │ }",
      ),
    ],
  ])("%s", async (_what, source, shown) => {
    expect(await shownError(source)).toBe(shown);
  });

  test("with the plugin's own frames as its stack", async () => {
    const source = "const f = () => null.x;\nexport const handler = () => [1].map(f);";
    expect(await thrownBy(source)).toMatchObject({
      code: "PLUGIN_ERROR",
      position: { file: "dice.js", line: 1, column: 21, functionName: "f" },
      stack: lines(
        "PluginError: TypeError: cannot read property 'x' of null",
        "    at f (dice.js:1:21)",
        "    at handler (dice.js:2:37)",
      ),
    });
  });
});

describe("an error without a line says what there is to say", () => {
  test.each<[what: string, source: string, shown: string]>([
    [
      "a broken limit",
      "export function handler() { for (;;); }",
      "the plugin computed for more than 300 ms: is there a loop that does not end?",
    ],
    [
      "a refused host call that nothing awaits",
      "export async function handler({ bot }) { return bot.sendImage('a', Buffer.from('x')); }",
      "no pictures",
    ],
  ])("%s", async (_what, source, shown) => {
    expect(await shownError(source)).toBe(shown);
  });
});
