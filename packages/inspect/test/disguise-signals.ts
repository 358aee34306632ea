import { chunks, CIPHER, encodeBits, quote } from "./disguise-bytes.ts";
import { blanks, full } from "./disguise-names.ts";
import type { Disguise } from "./disguise.ts";
import { plugin } from "./fixtures.ts";

/** The characters that programs are written in. */
const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i));

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
  [
    "letters of one alphabet for those of another",
    "decoding-loop",
    `await ctx.bot.reply(ctx.msg, Array.from(ctx.msg.text, (c) => P[K.indexOf(c)] ?? c).join(""));`,
    `const P = ${quote(PRINTABLE)}, K = ${quote(Array.from(PRINTABLE).toReversed().join(""))};`,
  ],
  [
    "the same with lists, in a loop",
    "decoding-loop",
    `let out = ""; for (const c of ctx.msg.text) { out += P[K.indexOf(c)]; } await ctx.bot.reply(ctx.msg, out);`,
    `const P = ${quote(PRINTABLE)}.split(""), K = ${quote(Array.from(PRINTABLE).toReversed())};`,
  ],
  [
    "words for codes",
    "decoding-loop",
    `await ctx.bot.reply(ctx.msg, ctx.msg.text.split(" ").map((w) => String.fromCharCode(32 + W.indexOf(w))).join(""));`,
    `const W = "time year people way day man thing woman life child".split(" ");`,
  ],
  ["blanks at line ends", "hidden-characters", "await ctx.bot.reply(ctx.msg, box.name);", blanks],
];

const STEAL =
  "async function steal(ctx) { const secret = await ctx.storage.get('key'); return secret; }";
const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/giu, (c) =>
    String.fromCharCode((((c.charCodeAt(0) & 31) + 12) % 26) + 1 + (c.charCodeAt(0) & 96)),
  );
export const turned = [
  ["backwards", Array.from(STEAL).toReversed().join("")],
  ["by ROT13", rot13(STEAL)],
  ["in full-width letters", full(STEAL)],
  ["with one full-width letter in each word", STEAL.replaceAll("t", full("t"))],
].map(([name, text]): Disguise => ({
  family: "signal",
  name: `code ${name}`,
  source: plugin(`await ctx.bot.reply(ctx.msg, ${quote(text)});`),
  expect: "warning",
  rule: "encoded-code",
}));

/** Bits in invisible characters, one here and one there. */
const INVISIBLE: readonly [name: string, zero: string, one: string][] = [
  ["zero widths between letters", "a\u200b", "a\u2060"],
  ["joiners in a row", "a\u200c\u200d\u200c", "a\u200d\u200d\u200c"],
  ["selectors after letters", "a\ufe00", "a\ufe01"],
  ["blanks of many widths", "a\u2000\u2001\u2002", "a\u2003\u2001\u2002"],
  ["empty Braille", "a\u2800", "ab\u2800"],
];
export const invisible = INVISIBLE.map(([name, zero, one]): Disguise => ({
  family: "invisible",
  name,
  source: plugin(
    `await ctx.bot.reply(ctx.msg, "${encodeBits(CIPHER.subarray(0, 40), [zero, one])}");`,
  ),
  expect: "error",
  rule: "hidden-characters",
}));

export const signals = SIGNALS.map(([name, rule, statements, before]): Disguise => ({
  family: "signal",
  name,
  source: plugin(statements, before),
  expect: "warning",
  rule,
}));

const QUIET = "a quiet text that says nothing to any rule at all, but is long";

/** Each character of a text as an escape with at least so many digits in braces. */
const inBraces = (text: string, digits: number): string =>
  Array.from(text, (c) => `\\u{${c.charCodeAt(0).toString(16).padStart(digits, "0")}}`).join("");

/** A text in pieces of two escaped letters. */
const pairs = (text: string): string[] => chunks(text, 2).map((pair) => `"${inBraces(pair, 4)}"`);

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
    `await ctx.bot.reply(ctx.msg, "${Array.from(QUIET)
      .map((c) => `\\u00${c.charCodeAt(0).toString(16)}`)
      .join("")}");`,
  ],
  ["escapes with zeros before them", `await ctx.bot.reply(ctx.msg, "${inBraces(QUIET, 10)}");`],
  ["escapes in a sum", `await ctx.bot.reply(ctx.msg, ${pairs(QUIET).join(" + ")});`],
  ["escapes in a list", `await ctx.bot.reply(ctx.msg, [${pairs(QUIET).join(", ")}].join(""));`],
  [
    "a word behind 20,000 blanks",
    `await ctx.bot.reply(ctx.msg, "${" ".repeat(20_001)}${inBraces("fetch(1)", 10)}");`,
  ],
  [
    "a word in halves",
    String.raw`await ctx.bot.reply(ctx.msg, "\u0066\u0065" + "\u0074\u0063\u0068(1)");`,
  ],
  [
    "a word in a list",
    String.raw`await ctx.bot.reply(ctx.msg, ["\u0066\u0065", "\u0074\u0063\u0068(1)"].join(""));`,
  ],
  [
    "many short texts of escapes",
    Array.from({ length: 60 }, (_, i) => `ctx.log("w\\x6frd\\x2${i % 8}");`).join("\n"),
  ],
];

export const escaped = ESCAPED.map(([name, statements, before]): Disguise => ({
  family: "escapes",
  name,
  source: plugin(statements, before),
  expect: "error",
  rule: "hidden-by-escapes",
}));
