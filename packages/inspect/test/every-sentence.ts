import { base64, CIPHER } from "./disguise-bytes.ts";
import { disguises } from "./disguises.ts";
import { bad, plugin } from "./fixtures.ts";
import { each, fill, groupsInBrackets, LONG, patternsInPatterns, pluginOf } from "./worst-files.ts";

const HANDLER = "export const handler = () => ({ handled: true });";
const withMeta = (meta: string): string => `export const meta = ${meta};\n${HANDLER}`;

/** Files that cannot be read. */
const UNREADABLE = [
  " ",
  `//${"x".repeat(262_144)}`,
  `${"[".repeat(1e5)}${"]".repeat(1e5)}`,
  `export const x = 1${"+1".repeat(4000)};`,
  `let ${each((i) => `a${i},`)}z;`,
  `/${fill("(?<a>)|")}x/;`,
  `${"function f(){".repeat(700)}${fill("a;", 200_000)}${"}".repeat(700)}`,
  groupsInBrackets(60, 500),
  patternsInPatterns(20, fill("a,", 100_000)),
  "const a: string = 1;",
  "const a = <b />;",
  "function f() { await g(); }",
  "const a = “text”;",
  "function f() {",
  "const a = 1 2;",
  "let a; let a;",
  "const package = 1;",
  "const a = #;",
  'const a = "text',
  "const a = `text",
  "/* text",
  "const a = /text",
  "return 1;",
  "f() = 1;",
  "const a = 010;",
  "export { handler, handler }; function handler() {}",
  "export { nothing };",
  "super.x;",
  "new.target;",
  "const a = 1__0;",
  "with (a) b;",
];

/** Values that are too large to be worked out. */
const LARGE = [
  `console.log([${fill("1,", 60_000)}]);`,
  `console.log("a".repeat(1e9));`,
  `${LONG}${fill("console.log(x + 1);", 2000)}`,
].map((body) => pluginOf(body));

/** Files without a handler, or with a meta that is none. */
const DECLARATIONS = [
  HANDLER,
  "export default function () {}",
  "export const handler = 1;",
  "export const handler = () => 1;",
  `export const { meta } = f();\n${HANDLER}`,
  withMeta("{ slug: f() }"),
  `let undefined;\n${withMeta("{ slug: undefined }")}`,
  `if (f()) exports.meta = { slug: "ab" };\nexports.handler = () => ({ handled: true });`,
  `${withMeta('{ slug: "ab" }')}\nmeta.slug = "cd";`,
  `${withMeta('{ slug: "ab" }')}\nglobalThis.x(meta);`,
  `const plugin = { meta: { slug: "ab" }, ${HANDLER.slice(13).replace(" = ", ": ").replace(";", "")} };\nexport default plugin;\nplugin.meta = {};`,
  `exports.meta = { slug: "ab" };\nexports.meta = { slug: "cd" };\nexports.handler = () => ({ handled: true });`,
  `${withMeta('{ slug: "ab" }')}\nfunction f() { const meta = { slug: "cd" }; }`,
  withMeta("1"),
  withMeta('{ name: 1, icon: undefined, triggers: {}, slug: [], permissions: [], version: "" }'),
  withMeta("{ name: {} }"),
  withMeta(
    '{ slugg: 1, nothing: 2, permissions: { hosts: ["", "https://a.example"], aii: true, x1: 1 }, config_schema: [{ lable: 1 }] }',
  ),
  withMeta(String.raw`{ slug: "ab", name: "Echo\u202e", description: "  " }`),
  withMeta("{ priority: 5, permissions: { hosts: ['*'], ai: true } }"),
];

/** Statements of a handler. */
const STATEMENTS = [
  `ctx.bot.reply(ctx.msg, "a");`,
  `ctx.bot.reply(ctx.msg, ctx.storage.get("a").b);`,
  `[1].forEach(async (item) => { await ctx.bot.reply(ctx.msg, String(item)); });`,
  `setTimeout(() => ctx.bot.reply(ctx.msg, "a"), 10);`,
  `setTimeout(() => {}, 999999);`,
  `await ctx.bot.sendPoll(ctx.msg);`,
  "if (ctx.msg.text) return;",
  "if (ctx.msg.text) return 1;",
  `require("a"); import("a"); import.meta.url;`,
  "process.exit(); WebSocket; nobodyKnows(); axios(); performance.now(); alert(1); localStorage.x; document.x; fs.x; msg.text; storage.get(1); config.x; Function;",
  `eval("1"); ctx.x.constructor("return 1")(); Reflect.ownKeys(Function.prototype);`,
  "globalThis[ctx.msg.text]; f(globalThis); ctx.pool.query();",
  "globalThis.x = 1; Map = 1; nothing = 1; Array.prototype.x = 1; ctx.x.__proto__.y = 1;",
  "ctx.bot[ctx.msg.text]();",
  `fetch("https://a.example"); fetch(ctx.msg.text); fetch("/a"); fetch("http://a.example"); fetch("https://"); fetch("https://a.example:8080/"); fetch("https://10.0.0.1/");`,
  `const url = new URL("https://a.example/"); url.host = ctx.msg.text; await fetch(url, { body: ctx.msg.text });`,
  `await fetch(await ctx.storage.get("a")); await fetch((await ctx.aiService.callModel({})).text); await fetch((await ctx.searchService.search("a"))[0].url); await fetch(atob(ctx.msg.text)); await fetch(await (await fetch("https://a.example")).text());`,
  `ctx.getPlatformCreds("feishu");`,
  `const apiKey = "sk-proj-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7";`,
  "const \\u0065x = 1;",
  `const \\u0065${"x".repeat(60)} = 1;`,
  `const word = "\\x66etch";`,
  `const word = "\\x73end${"X".repeat(60)}";`,
  `const text = "${"\\x71".repeat(60)}";`,
  `const texts = [${`"${"\\x71".repeat(4)}", `.repeat(40)}];`,
  `const sаme = 1;`,
  `${" ".repeat(130)}f();`,
  `// \u202e text`,
  `const text = "\u202e \u202c";`,
  `const text = "a\u200bb";`,
  `const text = "a${"\u200b".repeat(9)}b";`,
  `const text = "${"a\u200bbc".repeat(70)}";`,
  "const _0x1a2b = 1, _0x1a2c = 2, _0x1a2d = 3, _0x1a2e = 4, _0x1a2f = 5;",
  "const $$$ = 1, $$_ = 2, $_$ = 3, _$$ = 4, ___ = 5, __$ = 6;",
  `const l = ["a"]; for (;;) { if (parseInt(l[0])) break; l.push(l.shift()); }`,
  `function list() { const l = ["a", "b", "c"]; list = function () { return l; }; return list(); }`,
  `const order = "1|0|2".split("|"); let i = 0; while (true) { switch (order[i++]) { case "0": f(); continue; case "1": continue; } break; }`,
  `const trap = "(((.+)+)+)+$";`,
  `const t = "a" + "b" + "c" + "d" + "e" + "f" + "g" + "h";`,
  "const a = !![], b = ![];",
  `x["a"]; x["b"]; x["c"]; x["d"]; x["e"]; x["f"]; x["g"]; x["h"]; x["i"]; x["j"];`,
  "[]()!+".repeat(60),
].map((statements) => plugin(statements));

/** Uses against what is declared. */
const PERMISSIONS = [
  `export const meta = { slug: "ab", permissions: { hosts: ["a.example"], proactive: true, creds: ["feishu"] } };\n${HANDLER}`,
  `export const meta = { slug: "ab", permissions: { creds: ["feishu"] } };
export async function handler({ bot, msg, storage, getPlatformCreds, aiService }) {
  await getPlatformCreds("wecom");
  await bot.sendText("someone", "text");
  await fetch(msg.text);
  await fetch("https://b.example");
  return { handled: true };
}`,
  `export const meta = { slug: "ab", permissions: {} };
export async function handler({ msg }) {
  await fetch(msg.text);
  return { handled: true };
}`,
];

/** Large files of which the inspection says the same, in a third of a second each: one of each is enough. */
const ALIKE = new Set(["numbers", "thinned"]);

/** Data in every form. */
const HIDDEN = [
  plugin(`const icon = "iVBORw0KGgo${base64.slice(0, 8000)}";`),
  `${HANDLER}\n/* ${base64.slice(0, 8000)} */`,
  plugin(`const codes = "${[...CIPHER].join(",")}";`),
  ...disguises
    .filter(({ family, expect }) => expect === "warning" || ["run", "loop"].includes(family))
    .filter(({ family }, place, all) => !ALIKE.has(family) || all[place - 1]?.family !== family)
    .map(({ source }) => source),
];

/** Files that together have every sentence that the inspection can say. */
export const SOURCES: readonly string[] = [
  ...bad.map(({ source }) => source),
  ...UNREADABLE,
  ...LARGE,
  ...DECLARATIONS,
  ...STATEMENTS,
  ...PERMISSIONS,
  ...HIDDEN,
];
