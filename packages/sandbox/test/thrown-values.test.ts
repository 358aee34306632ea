import { describe, expect, test } from "vitest";
import { lines, runFailingPlugins } from "./thrown-error.ts";

const { shownError } = runFailingPlugins();

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
