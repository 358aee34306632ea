import { describeError, silentLogger } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { lines, runFailingPlugins } from "./thrown-error.ts";

const { shownError, thrownBy } = runFailingPlugins();

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

describe("names what is no function only where that is certain", () => {
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
