import { LIMITS } from "@botwright/core";
import { randomBytes } from "./disguise-bytes.ts";

/** Longer than other files: a table of files, each of them the worst for one way of looking at it. */
export const BYTES = LIMITS.plugin.sourceBytes;
const MAX_SIZE = BYTES - 400;

/** One text again and again, up to a size. */
export const fill = (text: string, size = MAX_SIZE): string =>
  text.repeat(Math.floor(size / text.length));

/** A text for each number, up to a size. */
export function each(text: (index: number) => string, size = MAX_SIZE): string {
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; ; index += 1) {
    const part = text(index);
    length += part.length;
    if (length > size) return parts.join("");
    parts.push(part);
  }
}

/** A name for a text of 299 999 characters. */
export const LONG = "const x='1'.repeat(299999);";
const DATA = randomBytes(60_000).toString("base64");
const NUMBERS = [...randomBytes(40_000)].join(",");
/** Declared permissions, with which sends are compared. */
const DECLARED = "export const meta={slug:'ab',permissions:{}};";
const HEAD =
  "export const meta={slug:'ab'};export async function handler(ctx){return {handled:true}}\n";

/** A plugin around what a case is about, which may have its own `meta`. */
export const pluginOf = (body: string): string =>
  body.includes("const meta") || body.includes("function handler") ? body : HEAD + body;

/** Each object spreads the next one eight times. */
const copies = (): string =>
  Array.from({ length: 12 }, (_, n) => `const o${n}={${`...o${n + 1},`.repeat(8)}};`).join("") +
  "const o12={...globalThis.x};";

/** An expression with groups of one name in two alternatives, within brackets. */
export function groupsInBrackets(depth: number, groups: number): string {
  const half = `${"(?:".repeat(depth)}${Array(groups).fill("(?<a>)").join("|")}${")".repeat(depth)}`;
  return `const r=/${half}|${half}/;`;
}

/** Patterns within patterns, each with a default, around the parts of the innermost one. */
export const patternsInPatterns = (depth: number, parts: string): string =>
  `${"[".repeat(depth)}${parts}${"]=1".repeat(depth)};`;

/**
 * Files that took from 10 seconds to hours before work was counted, and their relatives.
 *
 * @param share of the largest size; depths and single values are the largest with any
 */
export function worstFiles(share: number): readonly [name: string, body: string][] {
  const some = (text: string, size = MAX_SIZE): string => fill(text, size * share);
  const many = (text: (index: number) => string, size = MAX_SIZE): string =>
    each(text, size * share);
  return [
    // Data below other data
    ["fillers between letters", `const d="${some("a~~~b~~~c ~")}";`],
    ["numbers from everywhere", many((i) => `d[${i}]=${(i * 97) % 256};`)],
    ["zeros between numbers", `const d=[${many((i) => `${(i * 97) % 256},0,0,0,`)}];`],
    ["letters looked up", `const t='${"ab".repeat(128)}';for(;;){${some("t[t.indexOf(c)];")}}`],
    ["long words between short ones", `const d="${some(`${"x".repeat(64)} y `)}";`],
    ["blanks between tokens", some("a;\t  \t ")],
    // Names and their uses
    ["copies of copies", `${copies()}${some('o0.getPlatformCreds("f");', 240_000)}`],
    ["copies of many", `const o={${some("...x,", 100_000)}};${some("o.z();", 140_000)}`],
    ["members of one name", `let a=1;${some("a.b;")}`],
    [
      "members of an object of many",
      `const o={${many((i) => `a${i}:1,`, 120_000)}};${some("o.z;", 130_000)}`,
    ],
    [
      "computed names of an object of many",
      `const o={${many((i) => `["a${i}"]:1,`, 120_000)}};${some("o.z;", 130_000)}`,
    ],
    ["exports, one statement each", many((i) => `export const a${i}=1;`)],
    ["exports in one statement", `export const ${many((i) => `a${i}=1,`)}zz=1;`],
    ["variables", `let ${each((i) => `a${i},`)}zz;`],
    [
      "parameters",
      `function f(${many((i) => `a${i},`, 130_000)}zz){fetch(zz)}${some("f(1);", 120_000)}`,
    ],
    [
      "a pattern of a list",
      `const [${many((i) => `a${i},`, 120_000)}]=x();${many((i) => `a${i}.b;`, 120_000)}`,
    ],
    [
      "a pattern of an object",
      `const {${many((i) => `a${i},`, 120_000)}}=x();${many((i) => `a${i}.b;`, 120_000)}`,
    ],
    [
      "a pattern of a long list",
      `function g(){const {${many((i) => `a${i},`, 110_000)}}=[${some("1,", 120_000)}]}`,
    ],
    [
      "a list of many used often",
      `const a=[${some("1,", 120_000)}];export const h=()=>{${some("a;", 40_000)}};`,
    ],
    [
      "assignments of an address",
      `let u;${some("u='a'+w;", 100_000)}${some("fetch(u);", 130_000)}`,
    ],
    // Host calls
    ["host calls kept in one name", `let x;${some("x=fetch();", 130_000)}${some("x.b;", 120_000)}`],
    ["host calls in choices", `${"a?fetch():".repeat(1100)}1;${some("fetch();", 200_000)}`],
    [
      "host calls of parameters",
      `function f(${many((i) => `a${i},`, 90_000)}zz){${many((i) => `a${i}.get();`, 140_000)}}f();f();`,
    ],
    [
      "host calls through names",
      `const a0=ctx.bot;${many((i) => `const a${i + 1}=a${i};a${i}.reply();`)}`,
    ],
    ["timers in functions", `${"()=>(setTimeout(()=>fetch()),".repeat(400)}1${")".repeat(400)}`],
    [
      "ways that break",
      `export function handler(){${some("for(;;){if(a)break;}", 250_000)}return {handled:true}}`,
    ],
    ["changes of meta by its name", `const m={slug:'ab'};${some("m.a=1;")}export{m as other};`],
    ["pushes to a part of meta", some("meta.a.b.c.d.e.push(1);")],
    [
      "names in deep functions",
      `${"function f(){".repeat(700)}${some("a;", 200_000)}${"}".repeat(700)}`,
    ],
    [
      "writes in deep functions",
      `let q;${"function f(){".repeat(300)}${some("q=1;", 240_000)}${"}".repeat(300)}`,
    ],
    ["calls in deep blocks", `${"{".repeat(2300)}${some("fetch(a);", 240_000)}${"}".repeat(2300)}`],
    [
      "pushes in deep loops",
      `${"while(1){".repeat(1100)}${some("a.push(b.shift());", 240_000)}${"}".repeat(1100)}`,
    ],
    [
      "guards around guards",
      `${"if(typeof process){".repeat(1000)}${some("process;", 230_000)}${"}".repeat(1000)}`,
    ],
    // Calls by computed names
    [
      "calls of a table that is written",
      `const o={};${many((i) => `o.a${i}=f;`, 100_000)}${some("o.z[x]();", 130_000)}`,
    ],
    [
      "calls of a large table",
      `const o={${many((i) => `a${i}:{},`, 100_000)}};${some("o[x][y]();", 130_000)}`,
    ],
    [
      "calls of a name with many values",
      `let f;${some("f=b[x];", 120_000)}${some("f();", 120_000)}`,
    ],
    ["calls through names", `const a0=b;${many((i) => `const a${i + 1}=a${i};a${i}[x]();`)}`],
    [
      "calls of a pattern",
      `const [${many((i) => `a${i},`, 110_000)}]=x();${many((i) => `a${i}[x]();`, 120_000)}`,
    ],
    [
      "this in deep functions",
      `class A{a=${"()=>(".repeat(200)}${some("this.a=1,", 200_000)}1${")".repeat(200)}}`,
    ],
    ["names of many parts", `b[${"a+".repeat(2000)}"a"]();${some("b[a+a]();", 240_000)}`],
    [
      "declared many times in deep blocks",
      `${"{".repeat(2300)}var ${some("a,", 240_000)}a;${"}".repeat(2300)}`,
    ],
    [
      "declared many times, and mentioned in defaults",
      `function f(x=[${some("a,", 120_000)}]){var ${some("a,", 120_000)}a}`,
    ],
    [
      "mentioned in the defaults of functions in defaults",
      `f(${"function(x=".repeat(600)}[${some("a,", 120_000)}]${"){var a,a}".repeat(600)});`,
    ],
    [
      "assigned in patterns within patterns",
      `let a;${patternsInPatterns(300, some("a,", 240_000))}`,
    ],
    ["declared in patterns within patterns", `var ${patternsInPatterns(300, some("a,", 240_000))}`],
    ["members in patterns within patterns", patternsInPatterns(300, some("a.b,", 240_000))],
    ["holes in patterns within patterns", patternsInPatterns(300, some(",", 240_000))],
    ["declared many times", `${some("var o=f;", 110_000)}${some("o[x]();", 110_000)}`],
    // Disguises of Function
    [
      "descriptors of descriptors",
      `const d0=()=>1;${many((i) => `const d${i + 1}=Object.getOwnPropertyDescriptors(d${i}),e${i}=d${i + 1}.a;`)}`,
    ],
    [
      "copies by descriptors that double",
      `const d0={a:1};${many((i) => `const d${i + 1}=Object.create(d${i},d${i});d${i + 1}.z;`)}`,
    ],
    [
      "copies by descriptors and by spreads",
      `const d0={a:1};${many((i) => `const d${i + 1}=Object.create({...d${i}},{...d${i}});d${i + 1}.z${i};`)}`,
    ],
    [
      "copies of one another",
      `const d0={a:1};${many((i) => `const d${i + 1}={...d${i}};d${i + 1}.z;`)}`,
    ],
    [
      "a pattern that is assigned",
      `let ${many((i) => `a${i},`, 80_000)}z;({${many((i) => `a${i},`, 80_000)}z}=x());${many((i) => `a${i}("x");`, 90_000)}`,
    ],
    [
      "constructors by many names",
      `const c0=x.constructor;${many((i) => `const c${i + 1}=c${i};c${i}("x");`)}`,
    ],
    [
      "a name of many constructors",
      `let c;${some("({constructor:c}=x);", 120_000)}${some('c("x");', 120_000)}`,
    ],
    // Messages and what is sent of them
    [
      "replies to a large object",
      `${DECLARED}const o={${many((i) => `a${i}:1,`, 100_000)}};${some("bot.reply(o);", 140_000)}`,
    ],
    [
      "replies to an object of many spreads",
      `${DECLARED}const x={},o={${some("...x,", 100_000)}};${some("bot.reply(o);", 140_000)}`,
    ],
    [
      "replies to a name of many values",
      `${DECLARED}${some("var o=x;", 110_000)}${some("bot.reply(o);", 130_000)}`,
    ],
    [
      "senders that are changed",
      `${DECLARED}const o={...m};${some("o.from=x;", 110_000)}${some("bot.reply(o);", 130_000)}`,
    ],
    [
      "replies of a function that is called often",
      `${DECLARED}function f(m){${some("bot.reply(m);", 120_000)}}${some("f(a);", 120_000)}`,
    ],
    ["copies of copies, replied to", `${DECLARED}${copies()}${some("bot.reply(o0);", 240_000)}`],
    [
      "the user's data through many names",
      `const d0=ctx.msg;${many((i) => `const d${i + 1}=d${i};`, 120_000)}${some("fetch(d9);", 110_000)}`,
    ],
    [
      "the user's data through many callbacks",
      many((i) => `ctx.msg.map(a${i}=>fetch(a${i}));`, 240_000),
    ],
    [
      "the user's data put into one list",
      `const l=[];${some("l.push(ctx.msg);", 120_000)}${some("fetch(l);", 120_000)}`,
    ],
    [
      "all of the user's data in deep calls of fetch",
      `${"fetch(".repeat(700)}[${some("ctx.msg,ctx.userId,ctx.mediaBuffer,", 240_000)}]${")".repeat(700)};`,
    ],
    [
      "many arguments that are collected",
      `const l=[];l.push(${some("ctx.msg,", 240_000)}1);fetch(l);`,
    ],
    // Values
    [
      "texts that would be joined to gigabytes",
      `${LONG}const l=[${some("1,", 1000)}];${some("f(l.join(x));", 3000)}`,
    ],
    [
      "texts replaced to gigabytes",
      `${LONG}const l='a'.repeat(1000);${some("f(l.replaceAll('a',x));", 3000)}`,
    ],
    ["texts replaced at every place", `${LONG}${some("f(x.replaceAll('',x));", 3000)}`],
    [
      "texts put together to gigabytes",
      `${LONG}${`f(''.concat(${some("x,", 1000)}));`.repeat(60)}`,
    ],
    ["texts padded to gigabytes", some("f('a'.padStart(1e9));")],
    ["texts repeated to gigabytes", some("f('a'.repeat(1e9));")],
    [
      "templates that double",
      `const a0='xxxxxxxx';${many((i) => `const a${i + 1}=\`\${a${i}}\${a${i}}\`;`)}`,
    ],
    ["encoded again and again", `${LONG}${some("f(encodeURIComponent(x));")}`],
    ["decoded again and again", `const x='A'.repeat(299999)+'!';${some("f(atob(x));")}`],
    ["buffers of a long text", `const x='A'.repeat(299999);${some("f(Buffer.from(x));")}`],
    [
      "numbers of a long text",
      `${LONG}${some("o[Number(x)];", 100_000)}${some("o[+x];", 100_000)}`,
    ],
    ["keys of a long text", `${LONG}const o='a';${some("o[x].b;")}`],
    ["splits of a long text", `${LONG}${some("f(x.split('q'));")}`],
    [
      "joins of a list that is unknown",
      `const l=[u(),${some("1,", 39_000)}];${some("f(l.join(''));", 200_000)}`,
    ],
    ["huge powers", `${some("f(9**9**9);", 120_000)}${some("f(9n**999999n);", 120_000)}`],
    // Characters
    ["direction controls in comments", some("/*\u202a\u202c*/", 85_000)],
    ["tags after a flag", `/*\u{1f3f4}${"\u{e0041}".repeat(60_000)}*/`],
    ["beginnings of keys", some(`f("${"sk-".repeat(3300)}");f("${"eyJ-".repeat(2400)}");`)],
    ["named groups", `/${some("(?<a>)|")}x/;`],
    ["groups of one name in brackets", groupsInBrackets(300, 500)],
    ["sets of emoji", many((i) => `/${"\\p{RGI_Emoji}".repeat(50)}${i}/v;`)],
    ["sets of letters", `/${some("\\p{L}")}/u;`],
    ["sets without case", many((i) => `/[\\0-\\u{10ffff}${i}]/iv;`)],
    ["escapes", some('f("\\x65\\x76");f("\\u0065val");')],
    ["a text of escapes", `f("${some("\\x65val")}");`],
    ["escaped words in one text", `f("${some("\\x65val sendA", 240_000)}");`],
    [
      "escaped pieces of a sum",
      `f(${'"\\x65v"+'.repeat(2000)}"");${some('f("\\x65v"+a);', 200_000)}`,
    ],
    [
      "a list of escapes that is joined",
      `const l=[${some('"\\x65v",', 120_000)}];${some('l.join("");', 100_000)}`,
    ],
    [
      "templates in templates",
      `f(${"`a${".repeat(300)}${some('"\\x65v"+', 6000)}""${"}`".repeat(300)});`,
    ],
    ["hosts that are put together", many((i) => `f("https://h${i}.exa"+"mple/");`)],
    ["code that is put together", many((i) => `f("con"+"st a${i}=fetch(a);");`)],
    ["tests that are not closed", some(`f("${"if(".repeat(1666)}");`)],
    ["calls that are not closed", some(`f("${"a(".repeat(2500)}");`)],
    [
      "a text of tests that is used often",
      `const x="${"if(".repeat(1666)}";${fill("x.trim();", 7200)}`,
    ],
    [
      "marks on a letter of another style",
      `const x='ª'+'${String.raw`\u0300\u0316`.repeat(20)}'.repeat(120);${many((i) => `f(x+'${i}');`, 12_000)}`,
    ],
    // Data
    ["100 000 arguments", `f(${fill("1,2,", 240_000)}1);`],
    ["100 000 short texts", `f(${fill("'a','b',", 240_000)}1);`],
    ["data as arguments of a function", `function f(a){return a}f(${NUMBERS});`],
    [
      "data through many functions",
      `const d="${DATA}";${many((i) => `const f${i}=(a)=>f${i + 1}(a);`, 120_000)}f0(d);`,
    ],
    [
      "data through many names",
      `const d0="${DATA}";${many((i) => `const d${i + 1}=d${i};`, 120_000)}`,
    ],
    ["data into one list", `const d="${DATA}",l=[];${some("l.push(d);l[0];", 120_000)}`],
    [
      "data through methods of one name",
      `const d="${DATA}";${many((i) => `const o${i}={k(a){return a}};`, 80_000)}${some("x.k(d);", 80_000)}`,
    ],
    [
      "data through parameters that are called",
      `const d="${DATA}";function f(${many((i) => `a${i},`, 60_000)}z){${many((i) => `a${i}(d);`, 60_000)}}f(f,f);f(f);`,
    ],
    [
      "data into arguments and fields",
      `const d="${DATA}";function f(){${some("arguments;this.a=arguments[1];", 80_000)}}f(${some("d,", 60_000)}d);`,
    ],
    [
      "data through functions that call each other",
      `const d="${DATA}";${many((i) => `function f${i}(g,a){g(a,g);f${i + 1}(g,a);f${i + 1}(f${i},a);}`, 120_000)}f0(f1,d);`,
    ],
    ["data in deep brackets", `x=${"[".repeat(1000)}"${DATA}"${"]".repeat(1000)};`],
    ["data in deep calls", `${"f(".repeat(900)}"${DATA}"${")".repeat(900)};`],
    [
      "data used in deep loops",
      `const d="${DATA}";${"for(;;){".repeat(900)}${some("o[d.charCodeAt(0)]();", 120_000)}${"}".repeat(900)}`,
    ],
    ["data of many windows", many((i) => `f${i % 9}("${DATA.slice(i * 7, i * 7 + 600)}");`)],
    [
      "a list in deep calls of fetch",
      `${"fetch(".repeat(800)}[${some("a,", 240_000)}]${")".repeat(800)};`,
    ],
    [
      "exports of the whole beside many names",
      `${many((i) => `let a${i};`, 120_000)}${some("module.exports=1;", 130_000)}`,
    ],
    [
      "a changed address in deep calls of fetch",
      `const u=new URL("https://a.example");u.host=v;${"fetch(".repeat(700)}[${some("u,", 200_000)}]${")".repeat(700)};`,
    ],
    [
      "choices in sums",
      `fetch(${some("(a?'x':'y')+", 20_000)}1);${some("fetch(a?'b':c);", 200_000)}`,
    ],
    ["addresses that change", `const u=new URL("https://a.example");${some("u.host=v;fetch(u);")}`],
    [
      "wrong hosts in meta",
      `const meta={slug:'ab',permissions:{${many((i) => `a${i}:1,`, 100_000)}hosts:[${some("1,", 120_000)}]}};export{meta as m2};`,
    ],
  ];
}
