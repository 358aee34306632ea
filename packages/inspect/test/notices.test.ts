// Long, because each notice has its plugins here, and those that must not raise it.
import { readFile, glob } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { inspectPlugin, type RuleId } from "../src/index.ts";
import { plugin } from "./fixtures.ts";
import { honest, minified } from "./honest.ts";

const NOTICES: ReadonlySet<RuleId> = new Set([
  "missing-await",
  "late-timer",
  "unknown-method",
  "handler-path",
]);

/** The notices about a text, as `missing-await: message`. */
function noticesOf(source: string): string[] {
  return inspectPlugin(source).findings.flatMap(({ rule, message }) =>
    NOTICES.has(rule) ? [`${rule}: ${message}`] : [],
  );
}

const rulesOf = (source: string): string[] =>
  noticesOf(source).map((notice) => notice.slice(0, notice.indexOf(":")));

/** A plugin whose handler has this body. */
const handler = (body: string): string =>
  `export const meta = { slug: "sample", priority: 70 };\nexport async function handler({ bot, msg }) { ${body} }`;

const syntaxOf = (source: string): string[] =>
  inspectPlugin(source).findings.map(({ rule, message }) => `${rule}: ${message}`);

describe("a host call that nothing waits for", () => {
  test.each([
    ["dropped", "ctx.bot.reply(ctx.msg, 'a');", "bot.reply"],
    ["on a condition", "ctx.msg.text && ctx.bot.reply(ctx.msg, 'a');", "bot.reply"],
    ["of a destructured context", "const { bot: b } = ctx; b.reply(ctx.msg, 'a');", "bot.reply"],
    ["of a name for a service", "const db = ctx.storage; db.set('a', 1);", "storage.set"],
    ["of an optional method", "ctx.bot.sendVoice?.(ctx.msg.from, x);", "bot.sendVoice"],
    ["with a follow-up", "ctx.storage.get('a').then((a) => a);", "storage.get"],
    ["fetch", "fetch('https://api.example.com/');", "fetch"],
    ["storage.update", "ctx.storage.update('a', (n) => n + 1);", "storage.update"],
    ["kept in a name that is never read", "const sent = ctx.bot.reply(ctx.msg, 'a');", "bot.reply"],
  ])("%s", (_what, statements, name) => {
    const [notice, second] = noticesOf(plugin(statements));
    expect(notice).toContain(`missing-await: nothing waits for ${name}: write await ${name}(…)`);
    expect(second).toBeUndefined();
  });

  test("in an async function of the file that is called without await", () => {
    const helper = "async function answer(bot, msg) { await bot.reply(msg, 'a'); }";
    const [notice] = noticesOf(plugin("answer(ctx.bot, ctx.msg);", helper));
    expect(notice).toContain("nothing waits for answer: write await answer(…)");
  });

  test("through the context that a function is given", () => {
    const helper = "async function answer(c, text) { c.bot.reply(c.msg, text); }";
    expect(rulesOf(plugin("await answer(ctx, 'a');", helper))).toEqual(["missing-await"]);
  });

  test.each([
    [
      "forEach",
      "ctx.msg.text.split(' ').forEach(async (w) => { await ctx.bot.reply(ctx.msg, w); });",
    ],
    ["forEach", "ctx.msg.text.split(' ').forEach((w) => ctx.bot.reply(ctx.msg, w));"],
    ["filter", "const kept = [1].filter(async (key) => await ctx.storage.get(key));"],
    ["map", "ctx.msg.text.split(' ').map(async (w) => { await ctx.bot.reply(ctx.msg, w); });"],
  ])("in a function of %s", (name, statements) => {
    expect(noticesOf(plugin(statements))[0]).toContain(`${name} does not wait`);
  });
});

describe("a promise that is used as its result", () => {
  test.each([
    ["a member", "const name = ctx.storage.get('a').name;"],
    [
      "a name's member",
      "const user = ctx.storage.get('a'); await ctx.bot.reply(ctx.msg, user.name);",
    ],
    ["a sum", "const n = ctx.storage.get('a') + 1;"],
    ["a default", "const n = ctx.storage.get('a') ?? 0;"],
    ["a condition", "if (ctx.storage.get('a')) await ctx.bot.reply(ctx.msg, 'a');"],
    ["a negation", "if (!ctx.storage.get('a')) await ctx.bot.reply(ctx.msg, 'a');"],
    ["a template", "await ctx.bot.reply(ctx.msg, `${ctx.storage.get('a')}`);"],
    ["a pattern", "const { text } = ctx.aiService.callModel({ model: 'a', messages: [] });"],
    ["a loop", "for (const key of ctx.storage.keys()) await ctx.storage.delete(key);"],
    ["an argument of a host call", "await ctx.bot.reply(ctx.msg, ctx.storage.get('a'));"],
    ["an argument of a built-in", "const text = JSON.stringify(ctx.storage.get('a'));"],
    ["a spread", "const all = [...ctx.storage.keys()];"],
    ["a call of the answer", "const data = await fetch('https://a.example/').json();"],
  ])("%s", (_what, statements) => {
    const notices = noticesOf(plugin(statements));
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/gives a promise, not yet its result: write await /u);
  });
});

describe("a timer that never fires", () => {
  test.each([
    ["after the handler", "setTimeout(() => ctx.bot.reply(ctx.msg, 'a'), 5000);", "setTimeout"],
    [
      "again and again",
      "setInterval(async () => { await ctx.bot.reply(ctx.msg, 'a'); }, 9);",
      "setInterval",
    ],
    [
      "by its function's name",
      "const late = () => ctx.bot.reply(ctx.msg, 'a'); setTimeout(late, 9);",
      "setTimeout",
    ],
    [
      "after more time than there is",
      "await new Promise((go) => setTimeout(go, 24 * 3600e3));",
      "setTimeout",
    ],
  ])("%s", (_what, statements, name) => {
    const [notice, second] = noticesOf(plugin(statements));
    expect(notice).toMatch(/^late-timer: /u);
    expect(notice).toContain(name);
    expect(second).toBeUndefined();
  });
});

describe("a method that does not exist", () => {
  test.each([
    ["bot", "await ctx.bot.send(ctx.msg.from, 'a');", "bot.send: bot has reply, sendText"],
    [
      "storage",
      "await ctx.storage.getItem('a');",
      "storage.getItem: storage has get, set, compareAndSet, delete, keys, clear, update",
    ],
    [
      "searchService",
      "await ctx.searchService.find('a');",
      "searchService.find: searchService has search",
    ],
  ])("of %s", (_service, statements, message) => {
    expect(noticesOf(plugin(statements))).toEqual([
      expect.stringContaining(`unknown-method: there is no ${message}`),
    ]);
  });

  test.each([
    ["is asked for", "await ctx.bot.sendPoll?.(ctx.msg.from);"],
    ["every object has", "console.log(ctx.storage.hasOwnProperty('a'));"],
    ["belongs to another object", "const bot = { send() {} }; bot.send();"],
  ])("but not one that %s", (_what, statements) => {
    expect(noticesOf(plugin(statements))).toEqual([]);
  });
});

describe("a way through the handler without a result", () => {
  const RESULT = "return { handled: true };";

  test.each([
    ["an if without else", `if (msg.text) { ${RESULT} }`],
    ["a return of nothing", `if (msg.text) return; ${RESULT}`],
    ["a return of a reply", `if (msg.text) return await bot.reply(msg, "a"); ${RESULT}`],
    ["a return of a boolean", `if (msg.text) return true; ${RESULT}`],
    ["a switch without default", `switch (msg.text) { case "a": ${RESULT} }`],
    ["a case that breaks", `switch (msg.text) { case "a": break; default: ${RESULT} }`],
    ["a loop", `for (const a of msg.text) { ${RESULT} }`],
    ["a loop that is left", `for (;;) { if (msg.text) break; ${RESULT} }`],
    ["a block that is left", `a: { if (msg.text) break a; ${RESULT} }`],
    ["a caught error", `try { ${RESULT} } catch { console.log("a"); }`],
  ])("%s", (_what, body) => {
    expect(rulesOf(handler(body))).toEqual(["handler-path"]);
  });

  test.each([
    ["both ways of an if", `if (msg.text) { ${RESULT} } else { ${RESULT} }`],
    ["a throw", `if (msg.text) { ${RESULT} } throw new Error("a");`],
    [
      "a switch with default",
      `switch (msg.text) { case "a": case "b": ${RESULT} default: ${RESULT} }`,
    ],
    ["a break of an inner loop", `for (;;) { for (;;) break; if (msg.text) { ${RESULT} } }`],
    ["a while that never ends", `while (true) { if (msg.text) { ${RESULT} } }`],
    [
      "try, catch and finally",
      `try { ${RESULT} } catch { ${RESULT} } finally { console.log("a"); }`,
    ],
    [
      "what esbuild makes of `using`",
      `var stack = [];
      try { const a = open(stack); ${RESULT} }
      catch (_) { var error = _, hasError = true; }
      finally { dispose(stack, error, hasError); }`,
    ],
    ["a result from finally", `try { console.log("a"); } finally { ${RESULT} }`],
    ["a function inside", `const f = () => { return; }; f(); ${RESULT}`],
    ["the result of a function", `if (msg.text) { return answer(bot, msg); } ${RESULT}`],
  ])("but %s is one", (_what, body) => {
    expect(rulesOf(handler(body))).toEqual([]);
  });
});

/** Each notice in any of these files. */
const noticesIn = (files: typeof honest): string[] =>
  files.flatMap(({ name, source }) => noticesOf(source).map((notice) => `${name}: ${notice}`));

describe("what is right has no notice", () => {
  test.each([
    ["all at once", "await Promise.all([ctx.bot.reply(ctx.msg, 'a'), ctx.storage.get('a')]);"],
    ["a list of calls", "await Promise.all(['a'].map((key) => ctx.storage.get(key)));"],
    [
      "begun early, awaited late",
      "const a = ctx.storage.get('a'); await ctx.bot.sendTyping(ctx.msg.from); console.log(await a);",
    ],
    ["a failure that is caught", "ctx.bot.sendTyping(ctx.msg.from).catch(() => {});"],
    ["void: on purpose", "void ctx.bot.sendTyping(ctx.msg.from);"],
    ["a wait", "await new Promise((resolve) => setTimeout(resolve, 1000));"],
    [
      "a wait that sends",
      "await new Promise((resolve) => setTimeout(async () => { await ctx.bot.reply(ctx.msg, 'a'); resolve(); }, 9));",
    ],
    [
      "a deadline",
      "const c = new AbortController(); setTimeout(() => c.abort(), 5000); await fetch('https://a.example/', c);",
    ],
    [
      "an interval that is cleared",
      "const t = setInterval(() => ctx.bot.sendTyping(ctx.msg.from).catch(() => {}), 4000); await ctx.storage.get('a'); clearInterval(t);",
    ],
    [
      "a map named storage",
      "const storage = new Map(); storage.set('a', 1); console.log(storage.get('a').b);",
    ],
    [
      "a field named storage",
      "class Cache { go() { this.storage.load(); return this.storage.get('a').b; } }",
    ],
    [
      "another object's storage",
      "const f = (state) => state.storage.get('a').b; f({ storage: new Map() });",
    ],
    ["a parameter named storage", "const f = (storage) => storage.get('a').b; f(new Map());"],
    ["a function of one's own named fetch", "const fetch = () => 1; fetch();"],
  ])("%s", (_what, statements) => {
    expect(noticesOf(plugin(statements))).toEqual([]);
  });

  test("in any honest file", () => {
    expect(noticesIn(honest)).toEqual([]);
  });

  test("in any of them minified", { tags: ["long"] }, async () => {
    expect(noticesIn(await minified())).toEqual([]);
  });

  test("in any plugin of the documentation", async () => {
    const root = new URL("../../../", import.meta.url);
    const found: string[] = [];
    for await (const page of glob(["docs/*.md", "packages/*/README.md"], { cwd: root })) {
      const text = await readFile(new URL(page, root), "utf8");
      for (const [, code = ""] of text.matchAll(/^```js plugin\n([^]*?)^```$/gmu)) {
        found.push(...noticesOf(code).map((notice) => `${page}: ${notice}`));
      }
    }
    expect(found).toEqual([]);
  });
});

describe("a text that is no JavaScript", () => {
  test.each([
    [
      "a parameter's type",
      "export async function handler(ctx: Context) { return { handled: false }; }",
    ],
    ["a result's type", "export async function handler(ctx): Promise<Result> { return x; }"],
    ["a variable's type", "export const meta: PluginMeta = {};"],
    ["an optional parameter", "export function handler(ctx, name?: string) {}"],
    ["a type", "type Vote = { name: string };\nexport function handler() {}"],
    ["an interface", "interface Vote { name: string }\nexport function handler() {}"],
    ["an exported interface", "export interface Vote { name: string }"],
    ["an enum", "enum Vote { Yes, No }"],
    ["an imported type", 'import type { HandlerContext } from "@botwright/core";'],
    ["an imported name's type", 'import { type HandlerContext } from "@botwright/core";'],
    ["as", "export const handler = (ctx) => (ctx as any);"],
    ["satisfies", "export const meta = { slug: 'a' } satisfies PluginMeta;"],
    ["an exclamation mark", "export const handler = (ctx) => ctx.msg!.text;"],
    ["a generic function", "function first<T>(list) {}"],
    ["a generic class", "const seen = new Map<string, number>();"],
    ["a modifier", "class Vote { private name; count: number = 1; }"],
  ])("TypeScript: %s", (_what, source) => {
    expect(syntaxOf(source)).toEqual([
      "syntax: this looks like TypeScript: hosts run plain JavaScript. botwright build makes it of this file",
    ]);
  });

  test.each([
    ["an element", "export const handler = () => { return <b>hi</b>; };"],
    ["a component", "const view = (\n  <Card title='a' />\n);"],
    ["a fragment", "const view = <><b>hi</b></>;"],
  ])("JSX: %s", (_what, source) => {
    expect(syntaxOf(source)[0]).toContain("syntax: this looks like JSX");
  });

  test.each([
    [
      "await",
      "export function handler({ bot, msg }) { await bot.reply(msg, 'a'); }",
      "write async in front",
    ],
    [
      "quotes of a text",
      "export const handler = () => ({ handled: “yes” });",
      "the character “ belongs to text",
    ],
    [
      "Chinese punctuation",
      "export const handler = (a，b) => 1;",
      "the character ， belongs to text",
    ],
    ["an end too early", "export function handler() { if (a) {", "the file ends too early"],
    ["a stray word", "const a = 1 const b = 2;", "Unexpected token const: something is missing"],
    ["an object", "const a = { b: 1; c: 2 };", "Unexpected token ;: something is missing"],
    ["a comparison", "const a = (b < c;", "Unexpected token ;"],
  ])("but not %s", (_what, source, message) => {
    const [syntax = ""] = syntaxOf(source);
    expect(syntax).toContain(message);
    expect(syntax).not.toContain("TypeScript");
  });
});
