import { CIPHER, PROGRAM, SMALL, base64, chunks, list, quote } from "./disguise-bytes.ts";
import { type Carried, XOR } from "./disguise-texts.ts";

/** Data in many pieces, in numbers, and in places where a reader does not look for it. */
export const CARRIED_ELSEWHERE: readonly Carried[] = [
  // Pieces
  {
    family: "pieces",
    name: "a list that is joined",
    before: `const D = ${quote(chunks(base64, 16))};`,
    decode: `atob(D.join(""))`,
  },
  {
    family: "pieces",
    name: "single letters",
    before: `const D = ${quote(Array.from(base64.slice(0, 9000)))};`,
    decode: `atob(D.join(""))`,
  },
  {
    family: "pieces",
    name: "a sum",
    before: `const D = ${chunks(base64, 60)
      .map((text) => quote(text))
      .join(" +\n  ")};`,
    decode: "atob(D)",
  },
  {
    family: "pieces",
    name: "a template",
    before: `const e = "";\nconst D = \`${chunks(base64, 40).join("${e}")}\`;`,
    decode: "atob(D)",
  },
  {
    family: "pieces",
    name: "values of an object",
    before: `const T = { ${chunks(base64, 20)
      .map((text, i) => `k${i}: ${quote(text)}`)
      .join(", ")} };`,
    decode: `atob(Object.values(T).join(""))`,
  },
  {
    family: "pieces",
    name: "one statement for each",
    before: `let D = "";\n${chunks(base64, 50)
      .map((text) => `D += ${quote(text)};`)
      .join("\n")}`,
    decode: "atob(D)",
  },
  {
    family: "pieces",
    name: "pushed one after the other",
    before: `const L = [];\n${chunks(base64, 50)
      .map((text) => `L.push(${quote(text)});`)
      .join("\n")}`,
    decode: `atob(L.join(""))`,
  },
  {
    family: "pieces",
    name: "one function for each",
    before: chunks(base64, 400)
      .map((text, i) => `function p${i}() { return ${quote(text)}; }`)
      .join("\n"),
    decode: `atob(${chunks(base64, 400)
      .map((_text, i) => `p${i}()`)
      .join(" + ")})`,
  },
  {
    family: "pieces",
    name: "one constant for each",
    before: chunks(base64, 400)
      .map((text, i) => `const p${i} = ${quote(text)};`)
      .join("\n"),
    decode: `atob([${chunks(base64, 400)
      .map((_text, i) => `p${i}`)
      .join(", ")}].join(""))`,
  },
  // Numbers
  {
    family: "numbers",
    name: "a list of bytes",
    before: `const D = [${list(CIPHER, String)}];`,
    decode: "String.fromCharCode(...D)",
  },
  {
    family: "numbers",
    name: "a typed array and TextDecoder",
    before: `const D = new Uint8Array([${list(CIPHER, String)}]);`,
    decode: "new TextDecoder().decode(D)",
  },
  {
    family: "numbers",
    name: "the codes of a program",
    before: `const D = [${list(Buffer.from(PROGRAM), String)}];`,
    decode: "D.map((n) => String.fromCharCode(n)).join('')",
  },
  {
    family: "numbers",
    name: "words of 32 bits",
    before: `const D = [${Array.from({ length: 3000 }, (_, i) => CIPHER.readUInt32LE(i * 4)).join(",")}];
const decode = (words) => words.map((w) => String.fromCharCode(w & 255, (w >> 8) & 255, (w >> 16) & 255, w >>> 24)).join("");`,
    decode: "decode(D)",
  },
  {
    family: "numbers",
    name: "BigInts",
    before: `const D = [${chunks(SMALL.toString("hex"), 200)
      .map((hex) => `0x${hex}n`)
      .join(",")}];
const decode = (big) => { let out = ""; while (big > 0n) { out = String.fromCharCode(Number(big & 255n)) + out; big >>= 8n; } return out; };`,
    decode: `D.map((big) => decode(big)).join("")`,
  },
  {
    family: "numbers",
    name: "one BigInt in decimal digits",
    before: `const D = ${BigInt(`0x${SMALL.toString("hex")}`)}n;`,
    decode: `Buffer.from(D.toString(16), "hex").toString()`,
  },
  {
    family: "numbers",
    name: "negative numbers",
    before: `const D = [${list(CIPHER, (byte) => String(-byte - 3))}];`,
    decode: "D.map((n) => String.fromCharCode(-n - 3)).join('')",
  },
  {
    family: "numbers",
    name: "fractions",
    before: `const D = [${list(CIPHER, (byte) => String(byte / 256))}];`,
    decode: "D.map((n) => String.fromCharCode(n * 256)).join('')",
  },
  {
    family: "numbers",
    name: "nested lists",
    before: `const D = [${Array.from({ length: 750 }, (_, i) => `[${[...CIPHER.subarray(i * 32, i * 32 + 32)].join(",")}]`).join(",")}];`,
    decode: "D.flat().map((n) => String.fromCharCode(n)).join('')",
  },
  {
    family: "numbers",
    name: "an object with numbers as keys",
    before: `const D = { ${list(SMALL, (byte, i) => `${i}: ${byte}`)} };`,
    decode: "String.fromCharCode(...Object.values(D))",
  },
  {
    family: "numbers",
    name: "XOR with a key",
    before: `${XOR}\nconst D = [${list(CIPHER, String)}];`,
    decode: "xor(D)",
  },
  {
    family: "numbers",
    name: "digits in a text",
    before: `const D = "${list(SMALL, String)}";`,
    decode: `D.split(",").map((n) => String.fromCharCode(Number(n))).join("")`,
  },
  // Places that are no data to the eye
  {
    family: "places",
    name: "a comment that toString reads",
    before: `function box() { /*${base64}*/ }`,
    decode: "atob(box.toString().slice(18, -4))",
  },
  {
    family: "places",
    name: "comments of a class, String()",
    before: `class Box {\n${chunks(base64, 80)
      .map((text) => `  // ${text}`)
      .join("\n")}\n}`,
    decode: `atob(String(Box).replace(/[^\\w+/=]/g, "").slice(8))`,
  },
  {
    family: "places",
    name: "the source of a regular expression",
    before: `const D = /${CIPHER.toString("hex")}/;`,
    decode: `Buffer.from(D.source, "hex").toString()`,
  },
  {
    family: "places",
    name: "names of properties",
    before: `const T = { ${chunks(SMALL.toString("hex"), 30)
      .map((hex, i) => `x${i}_${hex}: 1`)
      .join(", ")} };`,
    decode: `Buffer.from(Object.keys(T).map((k) => k.split("_")[1]).join(""), "hex").toString()`,
  },
  {
    family: "places",
    name: "quoted names of properties",
    before: `const T = { ${chunks(base64, 24)
      .map((text) => `${quote(text)}: 1`)
      .join(", ")} };`,
    decode: `atob(Object.keys(T).join(""))`,
  },
  {
    family: "places",
    name: "fields of a class",
    before: `class T { ${chunks(SMALL.toString("hex"), 30)
      .map((hex, i) => `x${i}_${hex} = 1;`)
      .join(" ")} }`,
    decode: `Buffer.from(Object.keys(new T()).map((k) => k.split("_")[1]).join(""), "hex").toString()`,
  },
  {
    family: "places",
    name: "the raw text of a template",
    before: `const D = String.raw\`${base64}\`;`,
    decode: "atob(D)",
  },
  {
    family: "places",
    name: "a tagged template",
    before: `const tag = (parts) => parts.raw.join("");\nconst D = tag\`${chunks(base64, 50).join("${0}")}\`;`,
    decode: "atob(D)",
  },
  {
    family: "places",
    name: "behind the head of a picture",
    before: `const D = "iVBORw0KGgo${base64}";`,
    decode: "atob(D.slice(11))",
  },
  {
    family: "places",
    name: "a default parameter",
    before: `function decode(text = "${base64}") { return atob(text); }`,
    decode: "decode()",
  },
];
