import { CIPHER, SMALL, chunks, list, quote } from "./disguise-bytes.ts";
import type { Carried } from "./disguise-texts.ts";

const each = (bytes: Uint8Array, write: (byte: number, index: number) => string): string =>
  [...bytes].map((byte, index) => write(byte, index)).join("");
/** Parts of a size that a function can have as parameters. */
const parts = Array.from({ length: 36 }, (_, i) => SMALL.subarray(i * 250, i * 250 + 250));

/** Numbers that stand neither in a list nor as a value or argument. */
export const CARRIED_IN_NUMBERS: readonly Carried[] = [
  {
    family: "numbers",
    name: "operations in a list",
    before: `const D = [${list(CIPHER, (byte) => `${byte}|0`)}];`,
    decode: "String.fromCharCode(...D)",
  },
  {
    family: "numbers",
    name: "expressions of a template",
    flows: false,
    before: `const D = (p, ...v) => v.map((n) => String.fromCharCode(n)).join("");`,
    decode: `D\`${each(CIPHER, (byte) => `\${${byte}}`)}\``,
  },
  {
    family: "numbers",
    name: "one assignment for each",
    before: `const D = [];\n${each(SMALL, (byte, i) => `D[${i}]=${byte};`)}`,
    decode: "String.fromCharCode(...D)",
  },
  {
    family: "numbers",
    name: "default values of parameters",
    before: parts
      .map(
        (bytes, k) =>
          `function g${k}(${list(bytes, (byte, j) => `a${j}=${byte}`)}) { return [${list(bytes, (_byte, j) => `a${j}`)}]; }`,
      )
      .join("\n"),
    decode: `String.fromCharCode(${parts.map((_bytes, k) => `...g${k}()`).join(",")})`,
  },
  {
    family: "numbers",
    name: "results of a switch",
    before: `function d(i) { switch (i) { ${each(SMALL, (byte, i) => `case ${i}: return ${byte};`)} } }`,
    decode: `Array.from({ length: 9000 }, (_, i) => String.fromCharCode(d(i))).join("")`,
  },
  {
    family: "numbers",
    name: "values of fields",
    before: `class C { ${each(SMALL, (byte, i) => `a${i}=${byte};`)} }`,
    decode: "String.fromCharCode(...Object.values(new C()))",
  },
  {
    family: "numbers",
    name: "assignments of a static block",
    flows: false,
    before: `class C { static { ${each(SMALL, (byte, i) => `this.a${i}=${byte};`)} } }`,
    decode: "String.fromCharCode(...Object.values(C))",
  },
  {
    family: "numbers",
    name: "results of getters",
    before: `const o = { ${list(SMALL.subarray(0, 6000), (byte, i) => `get a${i}(){return ${byte}}`)} };`,
    decode: "String.fromCharCode(...Object.values({ ...o }))",
  },
  {
    family: "numbers",
    name: "sums in labelled blocks",
    before: `const w = (n) => String.fromCharCode(n - 1);\nlet D = "";\n${each(SMALL.subarray(0, 6000), (byte, i) => `l${i}:{D+=w(${byte}+1);break l${i}}`)}`,
    decode: "D",
  },
  {
    family: "numbers",
    name: "negated twice",
    before: `const D = [${list(CIPHER, (byte) => `- -${byte}`)}];`,
    decode: "String.fromCharCode(...D)",
  },
  {
    family: "numbers",
    name: "BigInts of 32 digits",
    before: `const D = [${chunks(SMALL.toString("hex"), 32)
      .map((hex) => `0x${hex}n`)
      .join()}];`,
    decode: `Buffer.from(D.map((b) => b.toString(16).padStart(32, "0")).join(""), "hex").toString()`,
  },
  {
    family: "numbers",
    name: "BigInts of one byte",
    before: `const D = [${list(CIPHER, (byte) => `${byte}n`)}];`,
    decode: "D.map((b) => String.fromCharCode(Number(b))).join('')",
  },
  {
    family: "numbers",
    name: "lengths of holes",
    before: `const D = [${list(CIPHER.subarray(0, 8000), (byte) => `[${",".repeat(byte & 31)}]`)}];`,
    decode: "D.map((l) => String.fromCharCode(l.length)).join('')",
  },
  {
    family: "numbers",
    name: "lengths of texts",
    before: `const D = [${list(CIPHER.subarray(0, 8000), (byte) => quote("a".repeat(byte & 31)))}];`,
    decode: "D.map((t) => String.fromCharCode(t.length)).join('')",
  },
  {
    family: "numbers",
    name: "quantifiers of regular expressions",
    before: `const D = [${list(SMALL, (byte) => `/a{${byte}}/`)}];`,
    decode: "D.map((r) => String.fromCharCode(+r.source.slice(2, -1))).join('')",
  },
  {
    family: "numbers",
    name: "days of months",
    before: `const D = [${list(SMALL, (byte, i) => `new Date(2020,${byte % 12},${(SMALL[i + 1] ?? 0) % 28})`)}];`,
    decode: "D.map((d) => String.fromCharCode(d.getMonth() * 31 + d.getDate())).join('')",
  },
];
