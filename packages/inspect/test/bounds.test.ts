import { LIMITS } from "@botwright/core";
import { parse } from "acorn";
import { describe, expect, test } from "vitest";
import { createEvaluator } from "../src/evaluate.ts";
import { inspectPlugin } from "../src/index.ts";
import { readScript } from "../src/read.ts";
import { randomBytes } from "./disguises.ts";

const BYTES = LIMITS.plugin.sourceBytes;
const HEAD =
  "export const meta={slug:'ab'};export async function handler(ctx){return {handled:true}}\n";

/** One text again and again, up to a size. */
const fill = (text: string, size = BYTES - 400): string =>
  text.repeat(Math.floor(size / text.length));

/** A text for each number, up to a size. */
function each(text: (index: number) => string, size = BYTES - 400): string {
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; ; index += 1) {
    const part = text(index);
    length += part.length;
    if (length > size) return parts.join("");
    parts.push(part);
  }
}

const LONG = "const x='1'.repeat(299999);";
const DATA = randomBytes(60_000).toString("base64");
const NUMBERS = [...randomBytes(40_000)].join(",");

/** Files that took from 10 seconds to hours before work was counted, and their relatives. */
const FILES: readonly [name: string, source: string][] = [
  // Names and their uses
  ["members of one name", `let a=1;${fill("a.b;")}`],
  [
    "members of an object of many",
    `const o={${each((i) => `a${i}:1,`, 120_000)}};${fill("o.z;", 130_000)}`,
  ],
  [
    "computed names of an object of many",
    `const o={${each((i) => `["a${i}"]:1,`, 120_000)}};${fill("o.z;", 130_000)}`,
  ],
  ["exports, one statement each", each((i) => `export const a${i}=1;`)],
  ["exports in one statement", `export const ${each((i) => `a${i}=1,`)}zz=1;`],
  ["variables", `let ${each((i) => `a${i},`)}zz;`],
  [
    "parameters",
    `function f(${each((i) => `a${i},`, 130_000)}zz){fetch(zz)}${fill("f(1);", 120_000)}`,
  ],
  [
    "a pattern of a list",
    `const [${each((i) => `a${i},`, 120_000)}]=x();${each((i) => `a${i}.b;`, 120_000)}`,
  ],
  [
    "a pattern of an object",
    `const {${each((i) => `a${i},`, 120_000)}}=x();${each((i) => `a${i}.b;`, 120_000)}`,
  ],
  [
    "a pattern of a long list",
    `function g(){const {${each((i) => `a${i},`, 110_000)}}=[${fill("1,", 120_000)}]}`,
  ],
  [
    "a list of many used often",
    `const a=[${fill("1,", 120_000)}];export const h=()=>{${fill("a;", 40_000)}};`,
  ],
  ["assignments of an address", `let u;${fill("u='a'+w;", 100_000)}${fill("fetch(u);", 130_000)}`],
  ["changes of meta by its name", `const m={slug:'ab'};${fill("m.a=1;")}export{m as other};`],
  ["pushes to a part of meta", fill("meta.a.b.c.d.e.push(1);")],
  [
    "names in deep functions",
    `${"function f(){".repeat(700)}${fill("a;", 200_000)}${"}".repeat(700)}`,
  ],
  [
    "writes in deep functions",
    `let q;${"function f(){".repeat(300)}${fill("q=1;", 240_000)}${"}".repeat(300)}`,
  ],
  ["calls in deep blocks", `${"{".repeat(2300)}${fill("fetch(a);", 240_000)}${"}".repeat(2300)}`],
  [
    "pushes in deep loops",
    `${"while(1){".repeat(1100)}${fill("a.push(b.shift());", 240_000)}${"}".repeat(1100)}`,
  ],
  [
    "guards around guards",
    `${"if(typeof process){".repeat(1000)}${fill("process;", 230_000)}${"}".repeat(1000)}`,
  ],
  // Values
  [
    "texts that would be joined to gigabytes",
    `${LONG}const l=[${fill("1,", 1000)}];${fill("f(l.join(x));", 3000)}`,
  ],
  [
    "texts replaced to gigabytes",
    `${LONG}const l='a'.repeat(1000);${fill("f(l.replaceAll('a',x));", 3000)}`,
  ],
  ["texts replaced at every place", `${LONG}${fill("f(x.replaceAll('',x));", 3000)}`],
  ["texts put together to gigabytes", `${LONG}${`f(''.concat(${fill("x,", 1000)}));`.repeat(60)}`],
  ["texts padded to gigabytes", fill("f('a'.padStart(1e9));")],
  ["texts repeated to gigabytes", fill("f('a'.repeat(1e9));")],
  [
    "templates that double",
    `const a0='xxxxxxxx';${each((i) => `const a${i + 1}=\`\${a${i}}\${a${i}}\`;`)}`,
  ],
  ["encoded again and again", `${LONG}${fill("f(encodeURIComponent(x));")}`],
  ["decoded again and again", `const x='A'.repeat(299999)+'!';${fill("f(atob(x));")}`],
  ["buffers of a long text", `const x='A'.repeat(299999);${fill("f(Buffer.from(x));")}`],
  ["numbers of a long text", `${LONG}${fill("o[Number(x)];", 100_000)}${fill("o[+x];", 100_000)}`],
  ["keys of a long text", `${LONG}const o='a';${fill("o[x].b;")}`],
  ["splits of a long text", `${LONG}${fill("f(x.split('q'));")}`],
  [
    "joins of a list that is unknown",
    `const l=[u(),${fill("1,", 39_000)}];${fill("f(l.join(''));", 200_000)}`,
  ],
  ["huge powers", `${fill("f(9**9**9);", 120_000)}${fill("f(9n**999999n);", 120_000)}`],
  // Characters
  ["direction controls in comments", fill("/*\u202a\u202c*/", 85_000)],
  ["tags after a flag", `/*\u{1f3f4}${"\u{e0041}".repeat(60_000)}*/`],
  ["beginnings of keys", fill(`f("${"sk-".repeat(3300)}");f("${"eyJ-".repeat(2400)}");`)],
  ["named groups", `/${fill("(?<a>)|")}x/;`],
  ["escapes", fill('f("\\x65\\x76");f("\\u0065val");')],
  ["a text of escapes", `f("${fill("\\x65val")}");`],
  // Data
  ["100 000 arguments", `f(${fill("1,2,", 240_000)}1);`],
  ["100 000 short texts", `f(${fill("'a','b',", 240_000)}1);`],
  ["data as arguments of a function", `function f(a){return a}f(${NUMBERS});`],
  [
    "data through many functions",
    `const d="${DATA}";${each((i) => `const f${i}=(a)=>f${i + 1}(a);`, 120_000)}f0(d);`,
  ],
  [
    "data through many names",
    `const d0="${DATA}";${each((i) => `const d${i + 1}=d${i};`, 120_000)}`,
  ],
  ["data into one list", `const d="${DATA}",l=[];${fill("l.push(d);l[0];", 120_000)}`],
  ["data in deep brackets", `x=${"[".repeat(1000)}"${DATA}"${"]".repeat(1000)};`],
  ["data in deep calls", `${"f(".repeat(900)}"${DATA}"${")".repeat(900)};`],
  [
    "data used in deep loops",
    `const d="${DATA}";${"for(;;){".repeat(900)}${fill("o[d.charCodeAt(0)]();", 120_000)}${"}".repeat(900)}`,
  ],
  ["data of many windows", each((i) => `f${i % 9}("${DATA.slice(i * 7, i * 7 + 600)}");`)],
  ["addresses that change", `const u=new URL("https://a.example");${fill("u.host=v;fetch(u);")}`],
  [
    "wrong hosts in meta",
    `const meta={slug:'ab',permissions:{${each((i) => `a${i}:1,`, 100_000)}hosts:[${fill("1,", 120_000)}]}};export{meta as m2};`,
  ],
];

describe("the worst files are inspected in bounded time", () => {
  // Each of these takes about a second of an idle core; quadratic work takes minutes.
  test.each(FILES)(
    "%s",
    (name, body) => {
      const source = name.includes("meta") && body.includes("const meta") ? body : HEAD + body;
      expect(Buffer.byteLength(source)).toBeLessThanOrEqual(BYTES);
      const before = process.cpuUsage();
      const { findings } = inspectPlugin(source);
      const { user } = process.cpuUsage(before);
      expect(findings.length).toBeLessThan(1000);
      expect(user / 1e6).toBeLessThan(8);
    },
    120_000,
  );
});

const messages = (body: string, rule: string): string[] =>
  inspectPlugin(HEAD + body).findings.flatMap((finding) =>
    finding.rule === rule ? [finding.message] : [],
  );

const stepsOf = (body: string): number => {
  const script = readScript(HEAD + body, () => undefined);
  if (script === undefined) throw new Error("it cannot be read");
  const evaluator = createEvaluator(script);
  for (const node of script.nodes) evaluator.evaluate(node);
  return evaluator.steps();
};

describe("what is too large is told", () => {
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
  ])("too many %s", (_what, body, message) => {
    expect(messages(body, "too-complex").join()).toContain(message);
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
    const source = HEAD + fill("a.b(c);", 50_000);
    const { nodes } = readScript(source, () => undefined) ?? { nodes: [] };
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(
      parse(source, { ecmaVersion: "latest", sourceType: "module" }).body.length,
    ).toBeGreaterThan(7000);
  });
});
