import { base64, randomBytes } from "./disguise-bytes.ts";
import { indirectCalls } from "./disguise-calls.ts";
import { CARRIED_IN_NAMES } from "./disguise-names.ts";
import { CARRIED_IN_NUMBERS } from "./disguise-numbers.ts";
import { CARRIED_ELSEWHERE } from "./disguise-places.ts";
import { escaped, invisible, signals, turned } from "./disguise-signals.ts";
import { CARRIED_IN_TEXTS } from "./disguise-texts.ts";
import { CARRIED_BEHIND_PICTURES, CARRIED_THINNED } from "./disguise-thinned.ts";
import type { Disguise } from "./disguise.ts";
import { plugin } from "./fixtures.ts";

/** A payload that is decoded and decides which method is called. */
const CALL = `const at = text.indexOf(";");
  const name = text.slice(0, at).trim();
  await ctx.bot[name](ctx.msg, text.slice(at));`;

const WITH_DECODER = [
  ...CARRIED_IN_TEXTS,
  ...CARRIED_ELSEWHERE,
  ...CARRIED_THINNED,
  ...CARRIED_BEHIND_PICTURES,
  ...CARRIED_IN_NUMBERS,
  ...CARRIED_IN_NAMES,
];

const dynamic = WITH_DECODER.filter(({ flows }) => flows !== false).map(
  ({ family, name, before, decode }): Disguise => ({
    family,
    name: `${name}, which names what is called`,
    source: plugin(`const text = ${decode};\n  ${CALL}`, before),
    expect: "error",
    rule: "encrypted-payload",
  }),
);

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

/** Ways in which a decoded text comes to what runs it: [name, in the handler, before it]. */
const CALLED: readonly [name: string, statements: string, before: string][] = [
  ["a callback by name", `atob(D).split(" ").forEach(run);`, "let B; function run(w) { B[w](1); }"],
  [
    "a callback of a promise by name",
    "await Promise.resolve(atob(D)).then(run);",
    "let B; const run = (w) => B[w](1);",
  ],
  [
    "a method of a class",
    "new VM(ctx).run(atob(D));",
    "class VM { constructor(c) { this.c = c; } run(t) { this.c[t](1); } }",
  ],
  [
    "a method of an object of a class",
    "const vm = new VM(ctx); vm.run(atob(D));",
    "class VM { constructor(c) { this.c = c; } run = (t) => { this.c[t](1); }; }",
  ],
  ["a static method", "VM.run(atob(D), ctx);", "class VM { static run(t, c) { c[t](1); } }"],
  ["a constructor", "new VM(atob(D), ctx);", "class VM { constructor(t, c) { c[t](1); } }"],
  [
    "a method of an object",
    "tools.run(atob(D), ctx);",
    "const tools = { run(t, c) { c[t](1); } };",
  ],
  [
    "a field",
    "new VM(atob(D), ctx).run();",
    "class VM { constructor(t, c) { this.t = t; this.c = c; } run() { this.c[this.t](1); } }",
  ],
  ["call", "run.call(null, atob(D), ctx);", "function run(t, c) { c[t](1); }"],
  ["apply", "run.apply(null, [atob(D), ctx]);", "function run(t, c) { c[t](1); }"],
  ["bind", "run.bind(null, atob(D))(ctx);", "function run(t, c) { c[t](1); }"],
  [
    "functions put together",
    "pipe(atob, run)(D, ctx);",
    "const pipe = (f, g) => (x, c) => g(f(x), c); function run(t, c) { c[t](1); }",
  ],
  ["arguments", "run(atob(D), ctx);", "function run() { arguments[1][arguments[0]](1); }"],
];

const called = CALLED.map(([name, statements, before]): Disguise => ({
  family: "run",
  name: `through ${name}`,
  source: plugin(statements, `const D = "${base64.slice(0, 6000)}";\n${before}`),
  expect: "error",
  rule: "encrypted-payload",
}));

/** A function that calls itself for the next letter, instead of a loop. */
const recursive: Disguise = {
  family: "loop",
  name: "a function that calls itself",
  source: plugin(
    "await ctx.bot.reply(ctx.msg, decode(0));",
    `const D = "${randomBytes(30_000, 7).toString("base64")}";
const decode = (i) => i < D.length ? String.fromCharCode(D.charCodeAt(i) ^ 7) + decode(i + 1) : "";`,
  ),
  expect: "error",
  rule: "encrypted-payload",
};

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
/** Every disguise, in every family. */
export const disguises: readonly Disguise[] = [
  ...dynamic,
  ...data,
  ...runs,
  ...called,
  ...loops,
  recursive,
  ...signals,
  ...indirectCalls,
  ...turned,
  ...invisible,
  ...escaped,
];
