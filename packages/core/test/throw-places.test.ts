import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readThrows } from "../src/rules/errors/throw-places.ts";
import { readTokens } from "../src/rules/errors/js-tokens.ts";

const TEXT = { kind: "string", text: "no dice" };

/** The statements at whose beginning a mark stands. */
function marked(source: string): { code: string; offsets: number[] } {
  const parts = source.split("▶");
  const offsets = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join("").length);
  return { code: parts.join(""), offsets };
}

describe("a thrown text is found", () => {
  test.each([
    ["in one statement", "if (a) ▶throw 'no dice';"],
    ["in any quotes", '▶throw "no dice"; ▶throw `no dice`; throw `no luck`'],
    ["as itself before what begins like it", "throw `no ${dice}`; ▶throw 'no dice'; throw why"],
    [
      "by what it begins with",
      "▶throw `no ${dice}`; ▶throw 'no ' + dice; throw 'one ' + dice; throw why",
    ],
    [
      "where nothing says what is thrown",
      "▶throw why; throw { code: 1 }; throw new Error('no dice'); throw null",
    ],
    ["in rejections", "Promise.▶reject('no dice'); new Promise((_, reject) => ▶reject('no dice'))"],
    ["not in an error", "throw Error('no dice'); throw errors.NoDiceError('no dice')"],
    [
      "not as a member",
      "stream.throw('no dice'); const a = { throw: 'no dice' }; function reject(why) {}",
    ],
    [
      "not in texts",
      "'throw why'; \"throw why\"; `throw why ${`throw why`} throw why`; '\\' throw why'",
    ],
    ["not in comments", "// throw why\n/* throw why */ a = 1; /* throw why"],
    [
      "not in regular expressions",
      "a = /throw [/'\"`] why/u; f(/'/); return /throw why/ / 2; ▶throw why",
    ],
    ["behind a division", "a = b / c; ▶throw why; d / e; f() / 2; `${g / 2}` / 2; ▶throw why"],
    ["in a template", "`${f(() => { ▶throw why; })} throw why ${{ a: 1 }} throw why`; ▶throw why"],
    ["behind a text that does not end", "'throw why\n▶throw why"],
  ])("%s", (_what, source) => {
    const { code, offsets } = marked(source);
    expect(readThrows(code).find(TEXT).offsets).toEqual(offsets);
  });

  test.each<[kind: string, text: string, source: string]>([
    ["null", "null", "throw 'null?'; ▶throw null; throw undefined; throw {}"],
    ["undefined", "undefined", "throw null; ▶throw undefined; ▶reject(); throw 1"],
    ["number", "7", "throw 8; ▶throw 7.0; throw '7'; throw n"],
    ["number", "9", "throw 8; ▶throw n"],
    ["boolean", "true", "throw false; ▶throw true"],
    ["object", "{}", "throw null; ▶throw { code }; throw thing"],
    ["Error", "no dice", "▶throw { message: 'no dice' }; throw 'no dice'"],
  ])("and a value: %s %s", (kind, text, source) => {
    const { code, offsets } = marked(source);
    expect(readThrows(code).find({ kind, text }).offsets).toEqual(offsets);
  });
});

describe("a place is certain", () => {
  const THROWS = "if (sides > 6) throw 'no dice';\n";

  test.each([
    "const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));",
    "const wait = (ms) => new Promise(resolve => setTimeout(resolve, ms));",
    "await new Promise(() => {});",
    "await new Promise((resolve, reject) => { reject(new Error('late')); });",
    "await new Promise(async function ask(resolve, reject) { reject('late'); });",
    "const { promise, resolve, reject } = Promise.withResolvers(); reject('late');",
    "const late = Promise.withResolvers(); late.reject('late');",
    "await Promise.all([1, 2]); if (x instanceof Promise) x.then(() => {});",
    "const stop = new AbortController(); stop.abort();",
    "class Dice { constructor() {} }",
    "// const P = Promise; stop.abort('why'); emitter.on('error', reject)",
  ])("beside %s", (code) => {
    expect(readThrows(THROWS + code).find(TEXT)).toEqual({ offsets: [15], isCertain: true });
  });

  test.each([
    "const { reject: no } = Promise.withResolvers(); no(why);",
    "const settle = Promise.withResolvers(); settle['reject'](why);",
    "const no = Promise.withResolvers().reject;",
    "await new Promise((yes, no) => no(why));",
    "await new Promise(function (yes, no) { no(why); });",
    "await new Promise(executor);",
    "await new Promise((...settle) => settle[1](why));",
    "await new Promise((resolve, reject) => emitter.on('error', reject));",
    "const P = Promise; await P.reject(why);",
    "const { reject } = globalThis['Promise'];",
    "stop.abort(why); stop.signal.throwIfAborted();",
    "turns.throw(why);",
    "await (async () => {})().constructor.reject(why);",
  ])("not beside %s", (code) => {
    expect(readThrows(THROWS + code).find(TEXT)).toEqual({ offsets: [15], isCertain: false });
    expect(readThrows(code + THROWS).find(TEXT).isCertain).toBe(false);
  });

  test("in a source that is read to its end only", () => {
    const long = `${THROWS}${"a;".repeat(60_000)}`;
    expect(readThrows(long).find(TEXT)).toEqual({ offsets: [15], isCertain: false });
    const many = readThrows("throw why;".repeat(2000)).find(TEXT);
    expect(many).toMatchObject({ isCertain: false });
    expect(many.offsets).toHaveLength(1000);
  });
});

test("tokens of any text stand in their order and do not overlap", () => {
  const piece = fc.constantFrom(
    "'",
    '"',
    "`",
    "/",
    "\\",
    "$",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "*",
    "\n",
    " ",
    "a1",
    "=",
    "//",
    "/*",
    "*/",
    "${",
    "throw",
    "return",
    "字",
    "\u2028",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const code = pieces.join("");
      let end = 0;
      for (const token of readTokens(code)) {
        expect(token.start).toBeGreaterThanOrEqual(end);
        expect(token.end).toBeGreaterThan(token.start);
        end = token.end;
      }
      expect(end).toBeLessThanOrEqual(code.length + 1);
    }),
  );
});
