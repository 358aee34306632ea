// Long, because it is one table: each way in which a plugin fails, with the whole text that its author sees.
import { describeError, formatError, type Logger, silentLogger } from "@botwright/core";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const lines = (...text: string[]): string => text.join("\n");

/** The error of a plugin's load or run as people see it, in a chat that takes no pictures. */
async function shownError(source: string, logger: Logger = silentLogger): Promise<string> {
  const error = await thrownBy(source, logger);
  return formatError(describeError(error));
}

async function thrownBy(source: string, logger: Logger = silentLogger): Promise<unknown> {
  await using sandbox = createSandbox({ workers: 1, fetch: false, limits: { cpuMs: 300 }, logger });
  const { context } = createContext();
  const bot = { ...context.bot, sendImage: () => Promise.reject(new Error("no pictures")) };
  try {
    const plugin = await sandbox.load(source, { slug: "dice", file: "/home/ann/dice.js" });
    return await plugin.handler({ ...context, bot });
  } catch (thrown) {
    return thrown;
  }
}

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

/** A plugin whose handler has this body, from its second line on. */
const handler = (...body: string[]): string =>
  lines("export async function handler() {", ...body, "}");

describe("a thrown value that is no error", () => {
  test("points at the only statement that throws it", async () => {
    const source = lines(
      "const reason = () => /throw 'no dice'/.source; // throw 'no dice'",
      "function roll(sides) {",
      "  if (sides > 6) throw `no ${sides}`;",
      "  if (sides < 1) throw new Error('none');",
      "  throw 'no dice';",
      "}",
      "export const handler = () => roll(6);",
    );
    expect(await shownError(source)).toBe(
      lines(
        "string: no dice at dice.js:5:3",
        "  3 │   if (sides > 6) throw `no ${sides}`;",
        "  4 │   if (sides < 1) throw new Error('none');",
        "> 5 │   throw 'no dice';",
        "    │   ^",
        "  6 │ }",
      ),
    );
  });

  test.each([
    ["a text", handler("  throw 'no dice';"), "string: no dice at dice.js:2:3"],
    ["while the file is loaded", "throw 'no dice';", "string: no dice at dice.js:1:1"],
    [
      "an object",
      handler("  throw { code: 'NO_DICE' };"),
      'object: {"code":"NO_DICE"} at dice.js:2:3',
    ],
    [
      "an object with a message",
      handler("  throw { message: 'no dice' };"),
      "no dice at dice.js:2:3",
    ],
    ["null", handler("  throw null;"), "null: null at dice.js:2:3"],
    ["nothing", handler("  await Promise.reject();"), "undefined: undefined at dice.js:2:17"],
    ["a rejection", handler("  return Promise.reject('no');"), "string: no at dice.js:2:18"],
    [
      "in a promise",
      handler("  await new Promise((_, reject) => reject(7));"),
      "number: 7 at dice.js:2:36",
    ],
    [
      "in a timer",
      handler("  setTimeout(() => { throw 'late'; });", "  await new Promise(() => {});"),
      "string: late at dice.js:2:22",
    ],
  ])("%s", async (_what, source, shown) => {
    expect((await shownError(source)).split("\n")[0]).toBe(shown);
  });

  test("names all statements that can have thrown it", async () => {
    const source = handler(
      "  const why = 'no' + ' dice';",
      "  if (!why) throw 'none';",
      "  if (why === 2) throw why;",
      "  throw why;",
    );
    expect(await shownError(source)).toBe(
      "string: no dice (thrown at dice.js:4 or dice.js:5; throw new Error(…) to see where)",
    );
    const many = handler(
      ...Array.from({ length: 9 }, () => "  if (Math.random() < 2) throw this;"),
    );
    expect(await shownError(many)).toBe(
      "undefined: undefined (thrown at dice.js:2, dice.js:3, dice.js:4, dice.js:5 or 5 other places; throw new Error(…) to see where)",
    );
  });

  test("calls the only statement probable where the value may have come another way", async () => {
    const source = handler(
      "  const { promise, reject: no } = Promise.withResolvers();",
      "  no('no dice');",
      "  await promise;",
      "  throw this;",
    );
    expect(await shownError(source)).toBe(
      "string: no dice (probably thrown at dice.js:5; throw new Error(…) to see where)",
    );
  });

  test("has no place when the file throws nothing", async () => {
    const source = handler(
      "  const { signal } = { signal: AbortSignal.abort('gone') };",
      "  signal.throwIfAborted();",
    );
    expect(await shownError(source)).toBe("string: gone");
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

/** A plugin that throws an error with this expression as its stack. */
function throwing(stack: string): string {
  return `export function handler() {\n  throw Object.assign(new Error('made up'), { stack: ${stack} });\n}`;
}

describe("a plugin that changes its stack", () => {
  test("points at a line of its own file, under the host's name for it", async () => {
    const source = throwing(
      "'    at ../../etc/passwd (plugin.js:3:1)\\n    at evil (/etc/passwd:1:1)'",
    );
    expect(await thrownBy(source)).toMatchObject({
      position: { file: "dice.js", line: 3, column: 1 },
      stack: "PluginError: made up\n    at dice.js:3:1",
    });
  });

  test.each([
    ["a line that the file does not have", "'    at f (plugin.js:999999999:1)'"],
    ["a column that the line does not have", "'    at f (plugin.js:1:99)'"],
    ["places of no number", "'    at f (plugin.js:-1:1)\\n    at f (plugin.js:0:0)'"],
    ["a huge text", "'    at (('.repeat(1e6)"],
    ["an object", "{ toString: () => '    at f (plugin.js' }"],
  ])("%s: the error has no position", async (_what, stack) => {
    expect(await shownError(throwing(stack))).toBe("made up");
  });

  test("a getter that throws hides nothing else", async () => {
    const source = lines(
      "export function handler() {",
      "  throw Object.defineProperty(new Error('hidden'), 'stack', { get() { throw 1; } });",
      "}",
    );
    expect((await shownError(source)).split("\n")[0]).toBe("hidden at dice.js:2:3");
  });

  test("a function's name that looks like a frame is not shown", async () => {
    const source = lines(
      "const name = 'a\\n    at b (plugin.js:1:1)\\u001b[2J';",
      "const f = Object.defineProperty(() => null.x, 'name', { value: name });",
      "export const handler = () => f();",
    );
    const shown = await shownError(source);
    expect(shown).not.toContain("\u001B");
    expect(shown).toContain("at dice.js:2:43\n");
  });
});

describe("what was called in vain is named only where that is certain", () => {
  test.each([
    ["a callback of a built-in", "[1].map(5);"],
    ["a constructor", "new ctx.nope(1);"],
    ["an error of the plugin's own", "throw new TypeError('not a function');"],
    ["one without new", "throw TypeError('not a function');"],
    ["an iterator", "const [a] = { [Symbol.iterator]: () => ({}) };"],
    ["a call of a call", "ctx.storage.get('a')();"],
    ["brackets", "(ctx.nope || 5)(1);"],
  ])("%s", async (_what, statement) => {
    const source = `export function handler(ctx) {\n  ${statement}\n}`;
    expect(describeError(await thrownBy(source)).message).toBe("TypeError: not a function");
  });

  test.each([
    ["nope(1);", "nope"],
    ["ctx.nope(...[1]);", "ctx.nope"],
    ["/* a */ctx.storage.get2(ctx.nope);", "ctx.storage.get2"],
    ["ctx['storage'].nope(1);", undefined],
  ])("%s", async (statement, name) => {
    const source = `const nope = 1;\nexport function handler(ctx) {\n  ${statement}\n}`;
    expect(describeError(await thrownBy(source)).message).toBe(
      name === undefined ? "TypeError: not a function" : `TypeError: ${name} is not a function`,
    );
  });
});

test("an error that the plugin logs shows the file's name too", async () => {
  const logged: string[] = [];
  const logger = { ...silentLogger, error: (text: string) => void logged.push(text) };
  const source = lines(
    "export async function handler({ bot }) {",
    "  try {",
    "    await bot.sendImage('a', Buffer.from('x'));",
    "  } catch (error) {",
    "    console.error('failed', error);",
    "  }",
    "}",
  );
  await thrownBy(source, logger);
  expect(logged).toEqual(["failed Error: no pictures\n    at handler (dice.js:3:24)"]);
});

test("a refused call's error has a stack that is a text before anything awaits it", async () => {
  const source = lines(
    "export async function handler({ bot }) {",
    "  const stack = await bot.sendImage('a', Buffer.from('x')).catch((error) => error.stack);",
    "  throw new Error(`stack: ${JSON.stringify(stack)}`);",
    "}",
  );
  expect(describeError(await thrownBy(source)).message).toBe('stack: ""');
});

describe("a bundle with an inline source map", () => {
  const ORIGINAL = lines(
    "interface Dice { sides: number }",
    "",
    "const roll = (dice: Dice | null): number =>",
    "  dice!.sides;",
    "",
    "export const handler = (): number => roll(null);",
    "",
  );

  async function bundle(): Promise<string> {
    const { outputFiles } = await build({
      stdin: { contents: ORIGINAL, sourcefile: "src/game/roll.ts", loader: "ts" },
      bundle: true,
      write: false,
      format: "esm",
      sourcemap: "inline",
    });
    return outputFiles[0]?.text ?? "";
  }

  const ORIGINAL_PLACE = lines(
    "TypeError: cannot read property 'sides' of null at roll.ts:4:3 in roll",
    "  2 │",
    "  3 │ const roll = (dice: Dice | null): number =>",
    "> 4 │   dice!.sides;",
    "    │   ^",
    "  5 │",
  );

  test("shows the original file", async () => {
    expect(await shownError(await bundle())).toBe(ORIGINAL_PLACE);
  });

  const withMap = async (change: (map: Record<string, unknown>) => unknown): Promise<string> => {
    const [code = "", map = ""] = (await bundle()).split(/(?<=base64,)/u);
    const changed = change(JSON.parse(Buffer.from(map, "base64").toString()));
    return code + Buffer.from(JSON.stringify(changed)).toString("base64");
  };

  test("has no lines where the map has no text", async () => {
    const source = await withMap(({ sourcesContent: _left, ...map }) => map);
    expect(await shownError(source)).toBe(ORIGINAL_PLACE.split("\n")[0]);
  });

  test.each<[what: string, change: (map: Record<string, unknown>) => unknown]>([
    ["no map", () => null],
    ["a list", () => []],
    ["no sources", ({ sources: _left, ...map }) => map],
    ["mappings of another alphabet", (map) => ({ ...map, mappings: "\u0000é,,;{}" })],
    ["mappings that are a number", (map) => ({ ...map, mappings: 7 })],
    ["mappings into a source that is not there", (map) => ({ ...map, sources: [] })],
    ["a text that is shorter", (map) => ({ ...map, sourcesContent: ["1"] })],
    ["sections", (map) => ({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map }] })],
  ])("that holds %s leaves the position in the bundle", async (_what, change) => {
    const source = await withMap(change);
    const { message, position } = describeError(await thrownBy(source));
    expect(message).toBe("TypeError: cannot read property 'sides' of null");
    expect(position).toEqual({ file: "dice.js", line: 2, column: 26, functionName: "roll" });
  });

  test("names a file by the last part of its path, without what acts on a terminal", async () => {
    const sources = ["../../../etc/\u001B[2Jroll\u202E.ts"];
    const source = await withMap((map) => ({ ...map, sources }));
    expect(describeError(await thrownBy(source)).position?.file).toBe("_[2Jroll_.ts");
  });
});
