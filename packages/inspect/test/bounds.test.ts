/** @module-tag long */
import { parse } from "acorn";
import { describe, expect, test } from "vitest";
import { createEvaluator } from "../src/evaluate/evaluate.ts";
import { inspectPlugin } from "../src/index.ts";
import { createBoundedParser } from "../src/syntax/parser.ts";
import { readScript } from "../src/syntax/read.ts";
import { secondsTooMany } from "./bounded.ts";
import {
  each,
  fill,
  groupsInBrackets,
  LONG,
  patternsInPatterns,
  pluginOf,
  worstFiles,
} from "./worst-files.ts";

describe("the worst files are inspected in bounded time", () => {
  // Of a quarter of the size that is allowed, in a sixteenth of the soak's time: as quadratic work is.
  test.each(worstFiles(1 / 8))("%s", (_name, body) => {
    expect(secondsTooMany(pluginOf(body), 0.5)).toBeLessThanOrEqual(0);
  });
});

const messages = (body: string, rule: string): string[] =>
  inspectPlugin(pluginOf(body)).findings.flatMap((finding) =>
    finding.rule === rule ? [finding.message] : [],
  );

const stepsOf = (body: string): number => {
  const script = readScript(pluginOf(body), () => undefined);
  if (script === undefined) throw new Error("it cannot be read");
  const evaluator = createEvaluator(script);
  for (const node of script.nodes) evaluator.evaluate(node);
  return evaluator.steps();
};

describe("what is too large is a finding", () => {
  test.each([
    ["a text", `console.log("a".repeat(1e9));`, "a text of 1000000000 characters"],
    ["a padding", `console.log("a".padEnd(1e7));`, "a text of 10000000 characters"],
    ["a join", `${LONG}console.log([1, 2, 3].join(x));`, "a text of 600001 characters"],
    ["a sum", `${LONG}console.log(x + x);`, "a text of 599998 characters"],
    ["a template", `${LONG}console.log(\`\${x}\${x}\`);`, "a text of 599998 characters"],
    ["a list", `console.log([${fill("1,", 60_000)}]);`, "a list of 30000 items"],
    ["all together", `${LONG}${fill("console.log(x + 1);", 2000)}`, "more than 4000000 characters"],
  ])("%s", (_what, body, message) => {
    expect(messages(body, "evaluation-limit").join()).toContain(message);
  });

  test.each([
    ["names", `let ${each((i) => `a${i},`)}z;`, "more than 20000 different names"],
    ["groups", `/${fill("(?<a>)|")}x/;`, "more than 2000 named groups"],
    [
      "scopes",
      `${"function f(){".repeat(700)}${fill("a;", 200_000)}${"}".repeat(700)}`,
      "names in too many scopes",
    ],
    [
      "declarations in blocks",
      `${"{".repeat(2000)}var ${fill("a,", 200_000)}a;${"}".repeat(2000)}`,
      "names in too many scopes",
    ],
    [
      "names in defaults that are declared in the body",
      `function f(x=[${fill("a,", 100_000)}]){var ${fill("a,", 100_000)}a}`,
      "names in too many scopes",
    ],
    [
      "names in defaults of functions in defaults",
      `f(${"function(x=".repeat(600)}[${fill("a,", 100_000)}]${"){}".repeat(600)});`,
      "names in too many scopes",
    ],
    [
      "groups of one name in brackets",
      groupsInBrackets(60, 500),
      "too many groups of one name within other groups",
    ],
    [
      "assignments in patterns",
      `let a;${patternsInPatterns(20, fill("a,", 100_000))}`,
      "too many names in patterns within patterns",
    ],
    [
      "declarations in patterns",
      `var ${patternsInPatterns(20, fill("a,", 100_000))}`,
      "too many names in patterns within patterns",
    ],
    [
      "holes of patterns in patterns",
      patternsInPatterns(20, fill(",", 100_000)),
      "too many names in patterns within patterns",
    ],
  ])("too many %s", (_what, body, message) => {
    expect(messages(body, "too-complex").join()).toContain(message);
  });
});

test("a parser that keeps too many names ends at once", () => {
  const blocks = 2000;
  const body = `${"{".repeat(blocks)}var ${fill("a,", 200_000)}a;${"}".repeat(blocks)}`;
  const [found] = inspectPlugin(pluginOf(body)).findings;
  // A million names in 2000 blocks are 500 declarations of two characters.
  expect(found?.column).toBeLessThan(blocks + "var ".length + 500 * "a,".length + 10);
});

/** How often the parser tells of each event. */
function eventsOf(source: string): { declared: number; targets: number; compared: number } {
  const counts = { declared: 0, targets: 0, compared: 0 };
  const parser = createBoundedParser({
    onDeclared: () => (counts.declared += 1),
    onTargets: (parts) => (counts.targets += parts),
    onCompared: (comparisons) => (counts.compared += comparisons),
  });
  parser.parse(source, { ecmaVersion: "latest", sourceType: "module" });
  return counts;
}

describe("what a parser does is counted", () => {
  test("a name is kept once in each scope, however often it is declared", () => {
    const { declared } = eventsOf(`{{{var ${"a,".repeat(50)}a;}}} export { a };`);
    // Three blocks and the module.
    expect(declared).toBe(51 * 4);
    const many = Array.from({ length: 40 }, (_, i) => `a${i}`).join();
    expect(() => eventsOf(`var ${many},${many}; let a39;`)).toThrow(
      "'a39' has already been declared",
    );
    expect(() => eventsOf(`let ${many}; { var ${many}; }`)).toThrow(
      "'a0' has already been declared",
    );
  });

  test("the parts of a pattern, for each assignment around it", () => {
    // Five, five and the inner pattern, and so on.
    expect(eventsOf("[a,a,a,a,a]=1;").targets).toBe(5);
    expect(eventsOf("[[a,a,a,a,a]=1]=1;").targets).toBe(5 + 6);
    expect(eventsOf("[[[a,a,a,a,a]=1]=1]=1;").targets).toBe(5 + 6 + 7);
    expect(eventsOf("({a:[b,c]=1}=1);").targets).toBe(2 + 3);
    // A default is no part of its pattern.
    expect(eventsOf("[a=[b]=[c]=1]=1;").targets).toBe(1 + 1 + 1);
  });

  test("the alternatives around groups of one name, in both passes over the expression", () => {
    expect(eventsOf("/(?<a>)/;/(?<a>)/;").compared).toBe(0);
    expect(eventsOf("/(?<a>)(?<b>)()(?:)\\k<a>/;").compared).toBe(0);
    expect(eventsOf("/(?<a>)|(?<a>)/;").compared).toBe(2);
    expect(eventsOf("/(?<a>)|(?<a>)|(?<a>)/;").compared).toBe(2 * (1 + 2));
    expect(eventsOf("/(?:(?<a>))|(?:(?<a>))/;").compared).toBe(2 * (2 * 2));
  });
});

describe("regular expressions", () => {
  test("none is built", () => {
    const found = readScript(
      pluginOf(String.raw`f(/\p{RGI_Emoji}(?<a>b)/v, /a/gi);`),
      () => undefined,
    );
    const expressions = found?.nodes.flatMap((node) =>
      node.type === "Literal" && node.regex ? [{ ...node.regex, value: node.value }] : [],
    );
    expect(expressions).toEqual([
      { pattern: String.raw`\p{RGI_Emoji}(?<a>b)`, flags: "v", value: null },
      { pattern: "a", flags: "gi", value: null },
    ]);
  });

  test("the rules take one for a true value, and for no name", () => {
    const bracketed = fill("o[/a/]();", 300);
    const body = `export async function handler(ctx){while(/a/){f()}}${bracketed}`;
    expect(messages(body, "handler-path")).toEqual([]);
    expect(messages(body, "obfuscation-suspected")).toEqual([]);
  });

  test.each([
    ["/(/;", "Unterminated group"],
    ["/(?<a>)(?<a>)/;", "Duplicate capture group name"],
    [String.raw`/\p{Emojis}/u;`, "Invalid property name"],
    ["/a/gg;", "Duplicate regular expression flag"],
    ["/a", "Unterminated regular expression"],
  ])("%s is validated", (body, message) => {
    expect(messages(body, "syntax").join()).toContain(message);
  });
});

describe("what honest files do often is not too complex", () => {
  test.each([
    ["a bundle in a function with defaults", `(({a}={},b=a)=>{${fill("a(b);", 200_000)}})();`],
    ["one name for every loop", fill("for(var i=0;i<a.length;i++)f(a[i]);", 200_000)],
    ["an object of settings", `({a:{${fill("b=1,", 100_000)}}={}}={});`.replaceAll("b=1", "b:c=1")],
    ["a swap in a loop", fill("[a[i],a[j]]=[a[j],a[i]];", 200_000)],
    ["names in alternatives", `/${fill("(?:(?<year>y)-(?<month>m))|", 20_000)}x/;`],
    ["a grammar", `/${each((i) => `(?:(?:(?<name${i}>x)))|`, 20_000)}x/;`],
    ["declared in twenty blocks", `${"{".repeat(20)}${fill("var a=1;", 200_000)}${"}".repeat(20)}`],
  ])("%s", (_what, body) => {
    expect(messages(body, "too-complex")).toEqual([]);
  });
});

describe("the work of the evaluator grows as the file does", () => {
  test.each<[string, (size: number) => string]>([
    ["members", (size) => `const o={a:"b"};${"o.a;".repeat(size)}`],
    ["lists", (size) => `const l=[${"1,".repeat(size)}];`],
    ["sums", (size) => `const s=${'"a"+'.repeat(size)}"";`],
    ["names", (size) => each((i) => `const a${i}="x";a${i}.b;`, size * 20)],
  ])("%s", (_what, body) => {
    const [small, large] = [stepsOf(body(500)), stepsOf(body(1000))];
    expect(large).toBeLessThan(small * 2.5);
  });

  test("and ends at its budget", () => {
    expect(stepsOf(LONG + fill("f(x.split(''));", 20_000))).toBeLessThan(6_000_000);
  });

  test("nodes are laid flat once each", () => {
    const source = pluginOf(fill("a.b(c);", 50_000));
    const { nodes } = readScript(source, () => undefined) ?? { nodes: [] };
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(
      parse(source, { ecmaVersion: "latest", sourceType: "module" }).body.length,
    ).toBeGreaterThan(7000);
  });
});
