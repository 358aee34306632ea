import { CIPHER, SMALL, base64, chunks, list, quote } from "./disguise-bytes.ts";
import type { Carried } from "./disguise-texts.ts";

/** Sums so far: a list that rises, whose differences are the bytes. */
function sums(bytes: Uint8Array, start = 0): number[] {
  let sum = start;
  return [...bytes].map((byte) => (sum += byte + 1));
}
const firstHalf = sums(CIPHER.subarray(0, 12_000));
const secondHalf = sums(CIPHER.subarray(12_000), firstHalf.at(-1));
const DIFFERENCES = `.map((n, i, l) => String.fromCharCode(n - (l[i - 1] ?? 0) - 1)).join("")`;

const PROSE =
  "We went down to the river in the morning, and nobody said a word about what had happened the night before. ".repeat(
    4,
  );

/** Data whose distribution is hidden by what stands between it. */
export const CARRIED_THINNED: readonly Carried[] = [
  {
    family: "thinned",
    name: "a filler between letters",
    before: `const D = ${quote(Array.from(base64).join("~"))};`,
    decode: `atob(D.replaceAll("~", ""))`,
  },
  {
    family: "thinned",
    name: "three fillers between letters, of the alphabet itself",
    before: `const D = ${quote(Array.from(base64).join("eee"))};`,
    decode: `atob(D.replace(/(.)eee/g, "$1"))`,
  },
  {
    family: "thinned",
    name: "two different fillers between letters",
    before: `const D = ${quote(Array.from(base64).join(" ~"))};`,
    decode: `atob(D.replaceAll(" ~", ""))`,
  },
  {
    family: "thinned",
    name: "zeros between bytes",
    before: `const D = [${list(CIPHER, (byte) => `${byte},0,0,0`)}];`,
    decode: "String.fromCharCode(...D.filter((n) => n))",
  },
  {
    family: "thinned",
    name: "a list that rises",
    before: `const D = [${firstHalf.join()}];`,
    decode: `D${DIFFERENCES}`,
  },
  {
    family: "thinned",
    name: "two lists that rise, one after the other",
    before: `const D = [${firstHalf.join()}], E = [${secondHalf.join()}];`,
    decode: `[...D, ...E]${DIFFERENCES}`,
  },
  {
    family: "thinned",
    name: "a list that falls",
    before: `const D = [${firstHalf.toReversed().join()}];`,
    decode: `D.reverse()${DIFFERENCES}`,
  },
  {
    family: "thinned",
    name: "texts of prose between",
    before: `const D = [${chunks(base64, 300)
      .flatMap((text) => [quote(text), quote(PROSE)])
      .join()}];`,
    decode: `atob(D.filter((_, i) => i % 2 === 0).join(""))`,
  },
  {
    family: "thinned",
    name: "sentences of prose between, in each text",
    before: `const D = [${chunks(base64, 300)
      .map((text) => quote(`${PROSE}${text} ${PROSE}`))
      .join()}];`,
    decode: `atob(D.map((text) => text.split(" ").find((word) => word.length > 99)).join(""))`,
  },
];

/** Only the first item is a picture. */
export const CARRIED_BEHIND_PICTURES: readonly Carried[] = [
  {
    family: "thinned",
    name: "XOR with a key, behind a short picture",
    before: `const P = ["iVBORw0KGg", ${chunks(base64, 1000)
      .map((text) => quote(text))
      .join()}];
function xor(parts) { let out = ""; for (const p of parts) for (let i = 0; i < p.length; i += 1) out += String.fromCharCode(p.charCodeAt(i) ^ 7); return out; }`,
    decode: "xor(P.slice(1))",
  },
  {
    family: "thinned",
    name: "XOR with a key, behind a whole picture",
    before: `const P = ["iVBORw0KGgo=", ${chunks(SMALL.toString("base64"), 1000)
      .map((text) => quote(text))
      .join()}, ${chunks(base64, 1000)
      .map((text) => quote(text))
      .join()}];
function xor(parts) { let out = ""; for (const p of parts) for (let i = 0; i < p.length; i += 1) out += String.fromCharCode(p.charCodeAt(i) ^ 7); return out; }`,
    decode: "xor(P.slice(1))",
  },
];
