import { parse } from "acorn";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { inspectPlugin } from "../src/index.ts";
import { resolveNames } from "../src/syntax/scopes.ts";
import { bad, clean, plugin } from "./fixtures.ts";

const sources = [...clean, ...bad]
  .map(({ source }) => source)
  .filter(({ length }) => length < 6000);

const PIECES = [
  "eval(",
  "globalThis[",
  "export { ",
  "`${",
  "meta",
  "handler",
  "=>",
  "__proto__",
  "*/",
  "\\u{",
  "\u2028",
  "\r",
  "\ud800",
  "\u202e",
  "!![]+",
  "fetch(",
  "'",
];

/** A plugin with pieces cut out, put in and turned around. */
const mutated = fc
  .tuple(
    fc.constantFrom(...sources),
    fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.constantFrom(...PIECES, "", "")), { maxLength: 6 }),
  )
  .map(([source, edits]) =>
    edits.reduce((text, [at, length, piece]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + piece + text.slice(start + length);
    }, source),
  );

const anything = fc.oneof(mutated, fc.string({ unit: anyCharacter, maxLength: 300 }));

/** Lines as JavaScript counts them. */
const linesOf = (source: string): string[] => source.split(/\r\n|[\n\r\u2028\u2029]/u);

test("never throws, and every place lies inside the source", () => {
  fc.assert(
    fc.property(anything, (source) => {
      const { ok, meta, findings } = inspectPlugin(source);
      expect(ok).toBe(!findings.some(({ severity }) => severity === "error"));
      expect(typeof meta).toBe("object");
      const lines = linesOf(source);
      for (const { line, column, endLine, endColumn } of findings) {
        const first = lines[line - 1];
        const last = lines[endLine - 1];
        expect(first).toBeDefined();
        expect(last).toBeDefined();
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual((first?.length ?? 0) + 2);
        expect(endColumn).toBeLessThanOrEqual((last?.length ?? 0) + 2);
        expect(line < endLine || (line === endLine && column <= endColumn)).toBe(true);
      }
    }),
    { numRuns: 600 },
  );
});

/** Rule and severity, without places. */
function verdict(source: string): string[] {
  return inspectPlugin(source)
    .findings.map(({ rule, severity }) => `${severity} ${rule}`)
    .toSorted();
}

/** Files whose verdict is about letters and layout change it with them. */
const LAYOUT = /far-right|bidi|hidden-characters|minified|syntax/u;
const readable = sources.filter((source) => !LAYOUT.test(source.slice(0, 200)));

test("blanks, empty lines and comments change no verdict", { tags: ["long"] }, () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...readable),
      fc.array(fc.constantFrom("\n", "// 注释 eval(1)\n", "/* import x */\n", "  \n"), {
        maxLength: 3,
      }),
      fc.integer({ min: 0, max: 8 }),
      (source, lines, indent) => {
        const between = [...parse(source, { ecmaVersion: "latest", sourceType: "module" }).body]
          .map(({ start }) => start)
          .toReversed();
        const changed = between.reduce(
          (text, at) => text.slice(0, at) + lines.join("") + " ".repeat(indent) + text.slice(at),
          source,
        );
        expect(verdict(changed)).toEqual(verdict(source));
      },
    ),
    { numRuns: 150 },
  );
});

/** Files whose verdict is about names. */
const NAMES = /mixed-script|hex-names|obfuscation|secret|look-alike/u;

test(
  "other names for what is declared inside of functions change no verdict",
  { tags: ["long"] },
  () => {
    const renamable = readable.filter((source) => !NAMES.test(source.slice(0, 200)));
    fc.assert(
      fc.property(
        fc.constantFrom(...renamable),
        fc.constantFrom("renamed", "值", "x$"),
        (source, name) => {
          expect(verdict(rename(source, name))).toEqual(verdict(source));
        },
      ),
      { numRuns: 150 },
    );
  },
);

/** Gives another name to each local variable that is no shorthand of an object. */
function rename(source: string, prefix: string): string {
  const program = parse(source, { ecmaVersion: "latest", sourceType: "module", ranges: true });
  const places: [start: number, end: number, name: string][] = [];
  for (const [index, binding] of resolveNames(program).bindings.entries()) {
    const [definition] = binding.definitions;
    // A class knows its own name twice.
    if (binding.isModuleLevel || definition === undefined) continue;
    if (definition.kind === "ClassName") continue;
    const identifiers = new Set([
      ...binding.definitions.map(({ identifier }) => identifier),
      ...binding.uses.map(({ node }) => node),
    ]);
    const isShorthand = [...identifiers].some(
      ({ start, end }) =>
        /^[\s]*[,}=]|^\s*$/u.test(source.slice(end, end + 3)) &&
        /[{,]\s*$/u.test(source.slice(0, start)),
    );
    if (isShorthand) continue;
    for (const { start, end } of identifiers) places.push([start, end, `${prefix}${index}`]);
  }
  return places
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [start, end, name]) => text.slice(0, start) + name + text.slice(end), source);
}

test("no code is run, neither the file's nor what it would make", () => {
  const mark = "botwrightInspectWasHere";
  const set = `(0, eval)("globalThis.${mark} = true")`;
  const source = plugin(
    "for (;;);",
    `for (;;) { throw ${set}; } ${set}; new Function("${mark}=1")();`,
  );
  expect(inspectPlugin(source).ok).toBe(false);
  expect(mark in globalThis).toBe(false);
});
