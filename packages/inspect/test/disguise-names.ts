import { CIPHER, PROGRAM, SMALL, chunks, encodeBits, quote } from "./disguise-bytes.ts";
import type { Carried } from "./disguise-texts.ts";

const hex = SMALL.toString("hex");
const short = chunks(CIPHER.toString("hex").slice(0, 42_000), 7).map((digits) =>
  parseInt(digits, 16).toString(36).padStart(6, "0"),
);
/** A text in full-width letters. */
export const full = (text: string): string =>
  text.replaceAll(/[!-~]/gu, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
/** A letter with a backslash is a one. */
const slashed = [...SMALL]
  .map((byte) =>
    Array.from("goodwill", (letter, i) => ((byte >> i) & 1 ? `\\${letter}` : letter)).join(""),
  )
  .join(" ");

/** Data in names, and in letters that are written in an unusual way. */
export const CARRIED_IN_NAMES: readonly Carried[] = [
  {
    family: "names",
    name: "short names of properties",
    before: `const D = { ${short.map((name) => `k${name}:1`).join()} };`,
    decode: `Buffer.from(Object.keys(D).map((k) => parseInt(k.slice(1), 36).toString(16).padStart(7, "0")).join(""), "hex").toString()`,
  },
  {
    family: "names",
    name: "members of a Proxy",
    flows: false,
    before: `let D = ""; const P = new Proxy({}, { get(_, k) { D += k; return P; } });\n${chunks(
      hex,
      40,
    )
      .map((digits) => `P.x${digits};`)
      .join("\n")}`,
    decode: `Buffer.from(D.replaceAll("x", ""), "hex").toString()`,
  },
  {
    family: "names",
    name: "names of parameters",
    flows: false,
    before: `function box(${chunks(hex, 40)
      .map((digits) => `x${digits}`)
      .join()}) {}`,
    decode: `Buffer.from(box.toString().match(/x[0-9a-f]{40}/g).join("").replaceAll("x", ""), "hex").toString()`,
  },
  {
    family: "letters",
    name: "needless backslashes in String.raw",
    before: `const D = String.raw\`${slashed}\`;`,
    decode: `D.match(/\\\\?[a-z]/g).map((c) => String.fromCharCode(c.length)).join("")`,
  },
  {
    family: "letters",
    name: "a program in full-width letters",
    before: `const D = ${quote(full(PROGRAM))};`,
    decode: `D.normalize("NFKC")`,
  },
];

/** Bits as blanks and tabs where lines end. */
export const blanks = `function box() {\n${chunks(encodeBits(SMALL, [" ", "\t"]), 100)
  .map((text) => `return 1;${text}`)
  .join("\n")}\n}`;
