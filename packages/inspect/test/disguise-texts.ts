import {
  CIPHER,
  PROGRAM,
  SMALL,
  alphabetFrom,
  base64,
  base85,
  encodeBits,
  quote,
} from "./disguise-bytes.ts";

/** Carries data in some way; `decode` is an expression of it, `before` stands outside the handler. */
export interface Carried {
  readonly family: string;
  readonly name: string;
  readonly before?: string;
  readonly decode: string;
  /** `false`: the flow from it to the call is not followed, so that it is warned of, not refused. */
  readonly flows?: false;
}

export const XOR = `const KEY = [7, 93, 21, 180, 44];
function xor(bytes) {
  let out = "";
  for (let i = 0; i < bytes.length; i += 1) out += String.fromCharCode(bytes[i] ^ KEY[i % KEY.length]);
  return out;
}`;

/** Data in one large text. */
export const CARRIED_IN_TEXTS: readonly Carried[] = [
  { family: "text", name: "Base64, atob", before: `const D = "${base64}";`, decode: "atob(D)" },
  {
    family: "text",
    name: "Base64 of a program",
    before: `const D = "${Buffer.from(PROGRAM).toString("base64")}";`,
    decode: `Buffer.from(D, "base64").toString("utf8")`,
  },
  {
    family: "text",
    name: "Base64url, Buffer.from",
    before: `const D = "${CIPHER.toString("base64url")}";`,
    decode: `Buffer.from(D, "base64url").toString("latin1")`,
  },
  {
    family: "text",
    name: "Base32 by a loop",
    before: `const D = "${encodeBits(SMALL, Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))}";
function decode(text) {
  let bits = 0, held = 0, out = "";
  for (const c of text) {
    held = (held << 5) | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c);
    bits += 5;
    if (bits >= 8) { bits -= 8; out += String.fromCharCode((held >> bits) & 255); }
  }
  return out;
}`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "Base85 by a loop",
    before: `const D = ${quote(base85(SMALL))};
const decode = (text) => text.match(/.{5}/gs).map((five) => {
  let word = 0;
  for (let i = 0; i < 5; i += 1) word = word * 85 + five.charCodeAt(i) - 33;
  return String.fromCharCode(word >>> 24, (word >> 16) & 255, (word >> 8) & 255, word & 255);
}).join("");`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "hex, parseInt",
    before: `const D = "${CIPHER.toString("hex")}";
const decode = (text) => text.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "hex of a program, Buffer.from",
    before: `const D = "${Buffer.from(PROGRAM).toString("hex")}";`,
    decode: `Buffer.from(D, "hex").toString()`,
  },
  {
    family: "text",
    name: "an alphabet of its own",
    before: `const A = "!#$%&()*+-./0123456789:<=>?@^_{|}~acegikmoqsuwyACEGIKMOQSUWYbdfhj";
const D = ${quote(encodeBits(CIPHER, Array.from("!#$%&()*+-./0123456789:<=>?@^_{|}~acegikmoqsuwyACEGIKMOQSUWYbdfhj").slice(0, 64)))};
const decode = (text) => { let out = ""; for (const c of text) out += String.fromCharCode(A.indexOf(c) ^ 21); return out; };`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "four letters",
    before: `const D = "${encodeBits(SMALL, Array.from("ACGT"))}";
const decode = (text) => text.match(/.{4}/g).map((q) => String.fromCharCode([...q].reduce((n, c) => n * 4 + "ACGT".indexOf(c), 0))).join("");`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "blanks and tabs",
    before: `const D = "${encodeBits(SMALL, [" ", "\\t"])}";
const decode = (text) => text.match(/.{8}/g).map((q) => String.fromCharCode(parseInt(q.replaceAll(" ", "0").replaceAll("\\t", "1"), 2))).join("");`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "percent-encoding",
    before: `const D = "${[...SMALL].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")}";`,
    decode: "unescape(D)",
  },
  {
    family: "text",
    name: "percent-encoding of a program",
    before: `const D = "${[...Buffer.from(PROGRAM)].map((byte) => `%${byte.toString(16)}`).join("")}";`,
    decode: "decodeURIComponent(D)",
  },
  {
    family: "text",
    name: "15 bits in each Han character",
    before: `const D = "${encodeBits(CIPHER, alphabetFrom(0x4e00, 16_384))}";
const decode = (text) => { let out = ""; for (let i = 0; i < text.length; i += 1) { const n = text.charCodeAt(i) - 0x4e00; out += String.fromCharCode(n >> 8, n & 255); } return out; };`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "private-use characters",
    before: `const D = "${encodeBits(CIPHER, alphabetFrom(0xe000, 4096))}";
const decode = (text) => [...text].map((c) => String.fromCharCode((c.codePointAt(0) - 0xe000) & 255)).join("");`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "256 common Han characters",
    before: `const D = "${encodeBits(SMALL, alphabetFrom(0x4e00, 256))}";
const decode = (text) => [...text].map((c) => String.fromCharCode(c.charCodeAt(0) - 0x4e00)).join("");`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "Hangul syllables",
    before: `const D = "${encodeBits(CIPHER, alphabetFrom(0xac00, 8192))}";
const decode = (text) => [...text].map((c) => String.fromCharCode((c.charCodeAt(0) - 0xac00) & 255)).join("");`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "64 emoji",
    before: `const D = "${encodeBits(SMALL, alphabetFrom(0x1f600, 64))}";
const decode = (text) => [...text].map((c) => String.fromCharCode(c.codePointAt(0) - 0x1f600)).join("");`,
    decode: "decode(D)",
  },
  {
    family: "text",
    name: "bytes as characters, TextDecoder",
    before: `const D = ${quote([...SMALL].map((byte) => String.fromCharCode(byte)).join(""))};`,
    decode: "new TextDecoder().decode(Uint8Array.from(D, (c) => c.charCodeAt(0)))",
  },
  {
    family: "text",
    name: "XOR with a key",
    before: `${XOR}\nconst D = ${quote([...Buffer.from(PROGRAM)].map((byte, i) => String.fromCharCode(byte ^ ([7, 93, 21, 180, 44][i % 5] ?? 0))).join(""))};`,
    decode: "xor(Array.from(D, (c) => c.charCodeAt(0)))",
  },
];
