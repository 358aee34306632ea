import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { plugin } from "./fixtures.ts";

const severities = (statements: string): string[] =>
  inspectPlugin(plugin(statements)).findings.flatMap(({ rule, severity }) =>
    rule === "code-from-text" || rule === "forbidden-global" ? [severity] : [],
  );

const ASYNC = "Object.getPrototypeOf(async function () {})";

describe("Function is seen behind a property that is not read by its name", () => {
  test.each([
    ["a descriptor", `Object.getOwnPropertyDescriptor(${ASYNC}, "constructor").value("x");`],
    [
      "a descriptor of Reflect",
      `Reflect.getOwnPropertyDescriptor(${ASYNC}, "constructor").value("x");`,
    ],
    [
      "a descriptor with a name",
      `const d = Object.getOwnPropertyDescriptor(${ASYNC}, "constructor"); d.value("x");`,
    ],
    [
      "a descriptor taken apart",
      `const { value: F } = Object.getOwnPropertyDescriptor(${ASYNC}, "constructor"); F("x");`,
    ],
    [
      "a name in pieces",
      `Object.getOwnPropertyDescriptor(${ASYNC}, "constr" + "uctor")["val" + "ue"]("x");`,
    ],
    [
      "a descriptor of a method",
      `const F = (() => {}).constructor; Object.getOwnPropertyDescriptor({ f: F }, "f").value("x");`,
    ],
    ["all descriptors", `Object.getOwnPropertyDescriptors(${ASYNC}).constructor.value("x");`],
    [
      "all descriptors taken apart",
      `const { constructor: { value: F } } = Object.getOwnPropertyDescriptors(${ASYNC}); F("x");`,
    ],
    [
      "all descriptors, by entries",
      `new Map(Object.entries(Object.getOwnPropertyDescriptors(${ASYNC}))).get("constructor").value("x");`,
    ],
    [
      "the values of the descriptors",
      `Object.values(Object.getOwnPropertyDescriptors(${ASYNC}))[0].value("x");`,
    ],
    [
      "the entries of the descriptors",
      `for (const [, d] of Object.entries(Object.getOwnPropertyDescriptors(${ASYNC}))) d.value("x");`,
    ],
    [
      "a callback of descriptors",
      `Object.values(Object.getOwnPropertyDescriptors(${ASYNC})).forEach((d) => d.value("x"));`,
    ],
    [
      "descriptors by an unknown name",
      `Object.getOwnPropertyDescriptors(${ASYNC})[ctx.config.k].value("x");`,
    ],
    [
      "a descriptor by an unknown name",
      `Object.getOwnPropertyDescriptor(${ASYNC}, ctx.config.k).value("x");`,
    ],
    [
      "names of a prototype",
      `for (const k of Object.getOwnPropertyNames(${ASYNC})) ${ASYNC}[k]("x");`,
    ],
    ["keys of a prototype", `Reflect.ownKeys(${ASYNC}).forEach((k) => ${ASYNC}[k]("x"));`],
    ["Reflect.get", `Reflect.get(() => {}, "constructor")("x");`],
    [
      "Reflect.get of an object",
      `const F = (() => {}).constructor; Reflect.get({ f: F }, "f")("x");`,
    ],
    ["Reflect.get with a receiver", `Reflect.get(${ASYNC}, "constructor", null)("x");`],
    [
      "Reflect.get that is called by Reflect",
      `Reflect.apply(Reflect.get, null, [() => {}, "constructor"])("x");`,
    ],
    ["Reflect.get.call", `Reflect.get.call(null, () => {}, "constructor")("x");`],
    ["Reflect.get by an unknown name", `Reflect.get(() => {}, ctx.config.k)("x");`],
    ["a pattern", `const { constructor: F } = () => {}; F("x");`],
    ["a pattern with a name in pieces", `const { ["constr" + "uctor"]: F } = () => {}; F("x");`],
    ["a pattern with a default", `const { constructor: F = 1 } = () => {}; F("x");`],
    ["a pattern of a pattern", `const { constructor: { constructor: F } } = ctx; F("x");`],
    ["a pattern that is assigned", `let F; ({ constructor: F } = () => {}); F("x");`],
    ["a pattern of a parameter", `(({ constructor: F }) => F("x"))(() => {});`],
    [
      "a pattern of a function's parameter",
      `const run = ({ constructor: F }) => F("x"); run(() => {});`,
    ],
    ["a pattern of a default", `(({ constructor: F } = () => {}) => F("x"))();`],
    ["a pattern of a loop", `for (const { constructor: F } of [() => {}]) F("x");`],
    ["a pattern of a callback", `[() => {}].map(({ constructor: F }) => F("x"));`],
    ["a pattern of an error", `try { throw () => {}; } catch ({ constructor: F }) { F("x"); }`],
    ["a pattern of something given", `const { constructor: F } = ctx.bot.reply; F("x")();`],
    ["a constructor with a name", `const F = ctx.bot.reply.constructor; F("x")();`],
    ["a new constructor with a name", `const F = ctx.bot.reply.constructor; new F("x");`],
    ["Reflect.get of something given", `Reflect.get(ctx.bot.reply, "constructor")("x")();`],
    [
      "a descriptor of something given",
      `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(ctx.bot.reply), "constructor").value("x")();`,
    ],
    [
      "a copy of descriptors",
      `Object.defineProperties({}, Object.getOwnPropertyDescriptors(${ASYNC})).constructor("x");`,
    ],
    [
      "an object of descriptors",
      `Object.create(null, Object.getOwnPropertyDescriptors(${ASYNC})).constructor("x");`,
    ],
    ["an object with the prototype", `Object.create(${ASYNC}).constructor("x");`],
    [
      "an object that is given the prototype",
      `Object.setPrototypeOf({}, ${ASYNC}).constructor("x");`,
    ],
    ["Object.assign", `const F = (() => {}).constructor; Object.assign({}, { f: F }).f("x");`],
    [
      "entries of an object",
      `const F = (() => {}).constructor; Object.entries({ f: F })[0][1]("x");`,
    ],
    ["values of an object", `const F = (() => {}).constructor; Object.values({ f: F })[0]("x");`],
    ["a method of a list", `const F = (() => {}).constructor; [F].at(0)("x");`],
    ["a class", `class A extends (() => {}).constructor {} new A("x");`],
    ["new.target", `function A() { return new.target.constructor("x"); } new A();`],
    ["arguments.callee", `(function () { return arguments.callee.constructor("x"); })();`],
    ["a generator", `(function* () {}).constructor("x");`],
    ["a generator of a prototype", `Object.getPrototypeOf(function* () {}).constructor("x");`],
    ["a method", `({ m() {} }).m.constructor("x");`],
    [
      "a getter of a prototype",
      `Object.getOwnPropertyDescriptor(Map.prototype, "size").get.constructor("x");`,
    ],
  ])("%s", (_what, statements) => {
    expect(severities(statements)).not.toEqual([]);
  });
});

describe("what is no such property is no finding", () => {
  test.each([
    [
      "a descriptor of an object",
      `const d = Object.getOwnPropertyDescriptor({ a: () => 1 }, "a"); ctx.log(d.value("x"));`,
    ],
    [
      "all descriptors of a table",
      `const t = { a: () => 1 }; for (const [k, d] of Object.entries(Object.getOwnPropertyDescriptors(t))) d.value("x");`,
    ],
    [
      "a copy",
      `const t = { a: 1 }; ctx.log(Object.create(Object.getPrototypeOf(t), Object.getOwnPropertyDescriptors(t)));`,
    ],
    ["the name of a class", `const { constructor: C } = new Date(); ctx.log(C.name);`],
    ["another of the same class", `const { constructor: C } = ctx.list; new C(3);`],
    [
      "names of methods",
      `for (const k of Object.getOwnPropertyNames(Array.prototype)) ctx.log(k);`,
    ],
    [
      "names of the methods of a class",
      `class A { run() {} } for (const k of Object.getOwnPropertyNames(A.prototype)) ctx.log(k);`,
    ],
    ["a table of functions", `const t = { a: (x) => x }; t[ctx.config.k]("x");`],
    [
      "static methods of a class",
      `class T { static a(x) { return x; } } T[ctx.config.k](ctx.msg);`,
    ],
    ["Math by name", `Math[ctx.config.k](2, 3);`],
    ["Reflect.get of a table", `const t = { a: (x) => x }; Reflect.get(t, ctx.config.k)("x");`],
    ["values of a table", `const t = { a: (x) => x }; for (const f of Object.values(t)) f("x");`],
    ["methods of a text by name", `String.prototype[ctx.config.k].call("x");`],
  ])("%s", (_what, statements) => {
    expect(severities(statements)).toEqual([]);
  });
});
