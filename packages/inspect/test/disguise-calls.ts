import type { Disguise } from "./disguise.ts";
import { plugin } from "./fixtures.ts";

/** Methods whose names show only when running, behind one step: [name, in the handler, before it]. */
const INDIRECT: readonly [name: string, statements: string, before?: string][] = [
  ["a name that is set later", "let b; b = ctx.bot; await b[ctx.msg.text](ctx.msg);"],
  ["a method that is set later", "let f; f = ctx.bot[ctx.msg.text]; await f(ctx.msg);"],
  ["Reflect.get that is set later", "let f; f = Reflect.get(ctx, ctx.msg.text); await f(1);"],
  ["a comma", "await (0, ctx.bot)[ctx.msg.text](ctx.msg);"],
  ["a fallback", "await (ctx.bot ?? 1)[ctx.msg.text](ctx.msg);"],
  ["a result", "const get = () => ctx.bot; await get()[ctx.msg.text](ctx.msg);"],
  ["a copy", "const o = { ...ctx.bot }; await o[ctx.msg.text](ctx.msg);"],
  ["Object.assign", "const o = Object.assign({}, ctx.bot); await o[ctx.msg.text](ctx.msg);"],
  ["a rest", "const { ...o } = ctx; await o[ctx.msg.text](1);"],
  ["an object", "const o = { b: ctx.bot }; await o.b[ctx.msg.text](ctx.msg);"],
  ["a property", "const o = {}; o.b = ctx.bot; await o.b[ctx.msg.text](ctx.msg);"],
  ["a list", "await [ctx.bot][0][ctx.msg.text](ctx.msg);"],
  ["a list that grows", "const l = []; l.push(ctx.bot); await l[0][ctx.msg.text](ctx.msg);"],
  ["a method in a list", "await [ctx.bot[ctx.msg.text]][0](ctx.msg);"],
  ["a method for a promise", "await Promise.resolve(ctx.msg).then(ctx.bot[ctx.msg.text]);"],
  ["a method for a list", "await Promise.all([ctx.msg].map(ctx.bot[ctx.msg.text]));"],
  ["this", "await run.call(ctx.bot, ctx.msg.text);", "function run(n) { return this[n](1); }"],
  [
    "a field",
    "await new R(ctx.bot).go(ctx.msg.text);",
    "class R { constructor(b) { this.b = b; } go(n) { return this.b[n](1); } }",
  ],
  [
    "arguments",
    "await run(ctx, ctx.msg.text);",
    "function run() { return arguments[0][arguments[1]](1); }",
  ],
  ["for…of", "for (const b of [ctx.bot]) await b[ctx.msg.text](ctx.msg);"],
  ["catch", "try { throw ctx.bot; } catch (b) { await b[ctx.msg.text](ctx.msg); }"],
  [
    "a proxy",
    "const p = new Proxy(ctx.bot, { get: (t, k) => t[decodeURIComponent(k)] }); await p.r(ctx.msg);",
  ],
  ["a map of the context", "await new Map(Object.entries(ctx)).get(ctx.msg.text)(1);"],
  [
    "the entries of the context",
    `await Object.entries(ctx).find(([k]) => k.length === 16)[1]("feishu");`,
  ],
  ["the values of the context", `await Object.values(ctx)[9]("feishu");`],
  [
    "the properties of the context",
    `await Object.getOwnPropertyDescriptor(ctx, ctx.msg.text).value("feishu");`,
  ],
  ["for…in", `for (const k in ctx) if (k.length === 16) await ctx[k]("feishu");`],
  ["for…in of a service", `const { bot } = ctx; for (const k in bot) ctx.log(k);`],
  ["a name by choice", `await ctx[ctx.config.m || "log"]("feishu");`],
  ["a name that is chosen", `await ctx[ctx.msg.text === "x" ? "log" : ctx.msg.text]("feishu");`],
  [
    "a property as the name",
    "O.m = ctx.msg.text; await ctx.bot[O.m](1);",
    `const O = { m: "reply" };`,
  ],
];

export const indirectCalls = INDIRECT.map(([name, statements, before]): Disguise => ({
  family: "dynamic call",
  name,
  source: plugin(statements, before),
  expect: "warning",
  rule: "dynamic-call",
}));
