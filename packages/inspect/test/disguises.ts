import { plugin } from "./fixtures.ts";

/** A plugin that carries a payload which no reviewer can read. */
export interface Disguise {
  readonly family: string;
  readonly name: string;
  readonly source: string;
  /** `error`: it must be refused. `warning`: the reviewer must see it. */
  readonly expect: "error" | "warning";
  /** A rule that must find it. */
  readonly rule: string;
}

/** Bytes that look random and are the same each time. */
export function randomBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed * 2_654_435_761;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** What a payload is made of before it is encoded: a program, enciphered or not. */
const PROGRAM = Array.from(
  { length: 400 },
  (_, i) => `const v${i * 7} = await call("op${(i * 37) % 101}", { at: ${i * i}, to: "u${i}" });\n`,
).join("");
const CIPHER = randomBytes(24_000);
const SMALL = CIPHER.subarray(0, 9000);

const base64 = CIPHER.toString("base64");
const quote = JSON.stringify;

function chunks(text: string, size: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += size) found.push(text.slice(at, at + size));
  return found;
}

/** Writes bytes with the letters of an alphabet whose size is a power of two. */
function encodeBits(bytes: Uint8Array, alphabet: readonly string[]): string {
  const width = Math.log2(alphabet.length);
  let bits = 0;
  let held = 0;
  let text = "";
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= width) {
      bits -= width;
      text += alphabet[(held >> bits) & (alphabet.length - 1)];
      held &= (1 << bits) - 1;
    }
  }
  return text;
}

const alphabetFrom = (start: number, size: number): string[] =>
  Array.from({ length: size }, (_, i) => String.fromCodePoint(start + i));

const base85 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    let word = Buffer.from(bytes).readUInt32BE(at);
    let part = "";
    for (let i = 0; i < 5; i += 1) {
      part = String.fromCharCode(33 + (word % 85)) + part;
      word = Math.floor(word / 85);
    }
    text += part;
  }
  return text;
};

const list = (bytes: Uint8Array, write: (byte: number, index: number) => string): string =>
  [...bytes].map((byte, index) => write(byte, index)).join(",");

/** A payload that is decoded and decides which method is called. */
const CALL = `const at = text.indexOf(";");
  const name = text.slice(0, at).trim();
  await ctx.bot[name](ctx.msg, text.slice(at));`;

/** Carries data in some way; `decode` is an expression of it, `before` stands outside the handler. */
interface Carried {
  readonly family: string;
  readonly name: string;
  readonly before?: string;
  readonly decode: string;
}

const XOR = `const KEY = [7, 93, 21, 180, 44];
function xor(bytes) {
  let out = "";
  for (let i = 0; i < bytes.length; i += 1) out += String.fromCharCode(bytes[i] ^ KEY[i % KEY.length]);
  return out;
}`;

const WITH_DECODER: readonly Carried[] = [
  // Large texts
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

const dynamic = WITH_DECODER.map(({ family, name, before, decode }): Disguise => ({
  family,
  name: `${name}, which names what is called`,
  source: plugin(`const text = ${decode};\n  ${CALL}`, before),
  expect: "error",
  rule: "encrypted-payload",
}));

const data = WITH_DECODER.map(({ family, name, before, decode }): Disguise => ({
  family,
  name: `${name}, which is only sent`,
  source: plugin(`await ctx.bot.reply(ctx.msg, ${decode});`, before),
  expect: "warning",
  rule: "encoded-data",
}));

/** Ways in which a decoded text decides what is run. */
const RUNS: readonly [name: string, statements: string][] = [
  ["Reflect.get", "Reflect.get(ctx.bot, text.slice(0, 5))(ctx.msg);"],
  ["Reflect.apply", "Reflect.apply(ctx.bot[text.slice(0, 5)], ctx.bot, [ctx.msg]);"],
  ["call", "ctx.bot[text.slice(0, 5)].call(ctx.bot, ctx.msg);"],
  ["a constant", "const run = ctx.bot[text.slice(0, 5)]; run(ctx.msg);"],
  ["a pattern", "const { [text.slice(0, 5)]: run } = ctx.bot; run(ctx.msg);"],
  ["words of a list", "const words = text.split(' '); for (const word of words) ctx.bot[word]();"],
  [
    "JSON",
    "const { steps } = JSON.parse(text); for (const [name, value] of steps) ctx.bot[name](value);",
  ],
  ["a constructor", "new ctx[text.slice(0, 5)](ctx.msg);"],
  ["globalThis", "globalThis[text.slice(0, 5)](ctx.msg);"],
  [
    "an interpreter by table",
    "const ops = [() => 1, () => 2]; for (let i = 0; i < text.length; i += 1) ops[text.charCodeAt(i)](ctx);",
  ],
  [
    "an interpreter by switch",
    `for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) { case 1: a(); break; case 2: b(); break; case 3: c(); break; case 4: a(); break; case 5: b(); break; case 6: c(); break; default: }
  }`,
  ],
  ["a function of one's own", "run(ctx.bot, text.slice(0, 5));"],
];

const runs = RUNS.map(([name, statements]): Disguise => ({
  family: "run",
  name,
  source: plugin(
    `const text = atob(D);\n  ${statements}`,
    `const D = "${base64.slice(0, 6000)}";
const a = () => 1, b = () => 2, c = () => 3;
function run(target, name) { return target[name](); }`,
  ),
  expect: "error",
  rule: "encrypted-payload",
}));

/** Many bytes, decoded by a loop: refused whatever is done with them. */
const loops = WITH_DECODER.filter(({ name }) =>
  /XOR|an alphabet of its own|15 bits/u.test(name),
).map(({ family, name, before, decode }): Disguise => ({
  family: "loop",
  name: `${family}: ${name}`,
  source: plugin(`await ctx.bot.reply(ctx.msg, ${decode});`, before),
  expect: "error",
  rule: "encrypted-payload",
}));

/** One signal alone. */
const SIGNALS: readonly [name: string, rule: string, statements: string, before?: string][] = [
  ["a method by the message", "dynamic-call", "await ctx.bot[ctx.msg.text](ctx.msg);"],
  [
    "a method by a constant of the message",
    "dynamic-call",
    "const f = ctx.bot[ctx.msg.text]; await f(1);",
  ],
  ["a method by Reflect.get", "dynamic-call", "await Reflect.get(ctx.bot, ctx.msg.text)(1);"],
  [
    "a method by Reflect.apply",
    "dynamic-call",
    "Reflect.apply(ctx.bot[ctx.msg.text], ctx.bot, []);",
  ],
  ["a method by a pattern", "dynamic-call", "const { [ctx.msg.text]: f } = ctx.bot; f();"],
  ["a method of Math", "dynamic-call", "Math[ctx.msg.text](1);"],
  ["a tag by the message", "dynamic-call", "ctx.bot[ctx.msg.text]`x`;"],
  [
    "XOR of an answer",
    "decoding-loop",
    "await ctx.bot.reply(ctx.msg, xor(ctx.msg.text));",
    `const KEY = "abc";
function xor(text) { let out = ""; for (let i = 0; i < text.length; i += 1) out += String.fromCharCode(text.charCodeAt(i) ^ KEY.charCodeAt(i % KEY.length)); return out; }`,
  ],
  [
    "pairs of hex digits",
    "decoding-loop",
    "await ctx.bot.reply(ctx.msg, hex(ctx.msg.text));",
    `const hex = (text) => text.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));`,
  ],
  [
    "a key over bytes",
    "decoding-loop",
    "await ctx.bot.reply(ctx.msg, String(xor(ctx.mediaBuffer, [1, 2])));",
    `function xor(bytes, key) { const out = []; for (let i = 0; i < bytes.length; i += 1) out[i] = bytes[i] ^ key[i % key.length]; return out; }`,
  ],
];

const STEAL =
  "async function steal(ctx) { const secret = await ctx.storage.get('key'); return secret; }";
const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/giu, (c) =>
    String.fromCharCode((((c.charCodeAt(0) & 31) + 12) % 26) + 1 + (c.charCodeAt(0) & 96)),
  );
const turned = [
  ["backwards", Array.from(STEAL).toReversed().join("")],
  ["by ROT13", rot13(STEAL)],
].map(([name, text]): Disguise => ({
  family: "signal",
  name: `code ${name}`,
  source: plugin(`await ctx.bot.reply(ctx.msg, ${quote(text)});`),
  expect: "warning",
  rule: "encoded-code",
}));

/** Bits in characters that nobody sees, one here and one there. */
const INVISIBLE: readonly [name: string, zero: string, one: string][] = [
  ["zero widths between letters", "a\u200b", "a\u2060"],
  ["joiners in a row", "a\u200c\u200d\u200c", "a\u200d\u200d\u200c"],
  ["selectors after letters", "a\ufe00", "a\ufe01"],
  ["blanks of many widths", "a\u2000\u2001\u2002", "a\u2003\u2001\u2002"],
  ["empty Braille", "a\u2800", "ab\u2800"],
];
const invisible = INVISIBLE.map(([name, zero, one]): Disguise => ({
  family: "invisible",
  name,
  source: plugin(
    `await ctx.bot.reply(ctx.msg, "${encodeBits(CIPHER.subarray(0, 40), [zero, one])}");`,
  ),
  expect: "error",
  rule: "hidden-characters",
}));

const signals = SIGNALS.map(([name, rule, statements, before]): Disguise => ({
  family: "signal",
  name,
  source: plugin(statements, before),
  expect: "warning",
  rule,
}));

const ESCAPED: readonly [name: string, statements: string, before?: string][] = [
  ["a called name", String.raw`\u0065val(ctx.msg.text);`],
  ["a name in braces", String.raw`ctx.b\u{6f}t.reply(ctx.msg, "x");`],
  ["a method", String.raw`ctx.bot.r\u0065ply(ctx.msg, "x");`],
  ["a text as a key", String.raw`globalThis["\u0065val"];`],
  ["a text with \\x", String.raw`ctx.bot["\x72eply"](ctx.msg);`],
  ["a text in braces", String.raw`ctx.bot["r\u{65}ply"](ctx.msg);`],
  ["a template", "ctx.bot[`r\\u0065ply`](ctx.msg);"],
  ["an address", String.raw`await fetch("\u0068ttps://a.example/");`],
  ["a needless backslash", String.raw`ctx["\g\etPlatformCreds"]("feishu");`],
  ["a line that goes on", 'ctx["getPlatform\\\nCreds"]("feishu");'],
  [
    "a name of a property",
    String.raw`const o = { constr\u0075ctor: 1 }; await ctx.bot.reply(ctx.msg, o);`,
  ],
  [
    "a regular expression",
    String.raw`const r = /\u0065val/; await ctx.bot.reply(ctx.msg, r.source);`,
  ],
  [
    "a private name",
    "await ctx.bot.reply(ctx.msg, new A());",
    String.raw`class A { #\u0073ecret = 1; }`,
  ],
  [
    "a long text of escapes",
    `await ctx.bot.reply(ctx.msg, "${Array.from(
      "a quiet text that says nothing to any rule at all, but is long",
    )
      .map((c) => `\\u00${c.charCodeAt(0).toString(16)}`)
      .join("")}");`,
  ],
  [
    "many short texts of escapes",
    Array.from({ length: 60 }, (_, i) => `ctx.log("w\\x6frd\\x2${i % 8}");`).join("\n"),
  ],
];

const escaped = ESCAPED.map(([name, statements, before]): Disguise => ({
  family: "escapes",
  name,
  source: plugin(statements, before),
  expect: "error",
  rule: "hidden-by-escapes",
}));

/** Every disguise, in every family. */
export const disguises: readonly Disguise[] = [
  ...dynamic,
  ...data,
  ...runs,
  ...loops,
  ...signals,
  ...turned,
  ...invisible,
  ...escaped,
];
