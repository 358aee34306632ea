import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { plugin } from "./fixtures.ts";

/** The hosts that `fetch` is said to reach; `?` for what is only known at run time. */
function reached(statements: string, before = ""): string[] {
  const { findings } = inspectPlugin(plugin(statements, before));
  const hosts = findings.flatMap(({ rule, message }) =>
    rule === "fetch-host" ? [message.replace("fetch is given ", "")] : [],
  );
  const isUnknown = findings.some(({ rule }) => rule === "fetch-address-unknown");
  return [...hosts.toSorted(), ...(isUnknown ? ["?"] : [])];
}

const BOTH = ["a.example", "evil.example"];
const CHOICE = `ctx.msg.text ? "a.example" : "evil.example"`;

describe("each address of a choice is named", () => {
  test.each([
    ["of a name", `const h = ${CHOICE}; await fetch("https://" + h + "/x");`],
    [
      "of addresses",
      `const u = ctx.x ? "https://a.example/" : "https://evil.example/"; await fetch(u);`,
    ],
    ["in a template", `await fetch(\`https://\${${CHOICE}}/x\`);`],
    ["in a sum", `await fetch("https://" + (${CHOICE}) + "/x");`],
    ["of a parameter", `await ((h) => get(h))(1); await get(${CHOICE});`],
    ["in an object", `const A = { host: ${CHOICE} }; await fetch("https://" + A.host + "/x");`],
    [
      "with and",
      `const h = ctx.x && "evil.example"; await fetch(\`https://\${h || "a.example"}/\`);`,
    ],
  ])("%s", (_what, statements) => {
    const found = reached(statements, 'const get = (h) => fetch("https://" + h + "/x");');
    expect(found.filter((host) => host !== "?")).toEqual(BOTH);
  });

  test("two in one address are all four", () => {
    const found = reached(
      'await fetch(`https://${ctx.x ? "a" : "b"}.${ctx.y ? "example" : "test"}/${ctx.z ? 1 : 2}`);',
    );
    expect(found).toEqual(["a.example", "a.test", "b.example", "b.test"]);
  });

  test("of a hundred, those that are left out are unknown", () => {
    const digit = `\${ctx.x ? "0" : ctx.y ? "1" : ctx.z ? "2" : "3"}`;
    const found = reached(`await fetch(\`https://a${digit.repeat(4)}.example/\`);`);
    expect(found.at(-1)).toBe("?");
  });
});

describe("a host that a setting may replace is named, and that there are others", () => {
  test.each([
    ["or", `const u = ctx.config.url || "https://a.example/"; await fetch(u);`],
    ["nullish", 'await fetch(`https://${ctx.config.host ?? "a.example"}/x`);'],
    ["in a list", `await fetch(["https://", ctx.config.host ?? "a.example", "/"].join(""));`],
    [
      "through names",
      `const h = ctx.h || "a.example"; const u = "https://" + h; await fetch(u + "/x");`,
    ],
    ["of an object", `const A = { h: ctx.h ?? "https://a.example" }; await fetch(A.h + "/x");`],
  ])("%s", (_what, statements) => {
    expect(reached(statements)).toEqual(["a.example", "?"]);
  });
});

describe("an object or list that is changed has other addresses too", () => {
  const API = `const API = { base: "https://a.example", more: { base: "https://a.example" } };
const LIST = ["https://a.example/"];`;
  test.each([
    ["a property", `API.base = ctx.x; await fetch(API.base + "/x");`],
    ["an inner property", `API.more.base = ctx.x; await fetch(API.more.base + "/x");`],
    ["by another name", `const b = API; b.base = ctx.x; await fetch(API.base + "/x");`],
    [
      "by a part of it",
      `const { more } = API; more.base = ctx.x; await fetch(API.more.base + "/x");`,
    ],
    ["by a function", `((o) => { o.base = ctx.x; })(API); await fetch(API.base + "/x");`],
    [
      "by a named function",
      `const set = (o) => { o.base = ctx.x; }; set(API); await fetch(API.base + "/x");`,
    ],
    [
      "by a method of it",
      `const A = { b: "https://a.example", set(v) { this.b = v; } }; A.set(ctx.x); await fetch(A.b + "/x");`,
    ],
    [
      "by a callback in a method of it",
      `const A = { b: "https://a.example", set: function (l) { l.map((v) => { this.b = v; }); } }; A.set(ctx.x); await fetch(A.b + "/x");`,
    ],
    ["by a pattern", `[API.base] = ctx.x; await fetch(API.base + "/x");`],
    ["Object.assign", `Object.assign(API, ctx.config); await fetch(API.base + "/x");`],
    ["Reflect.set", `Reflect.set(API, "base", ctx.x); await fetch(API.base + "/x");`],
    ["unshift", `LIST.unshift(ctx.x); await fetch(LIST[0]);`],
    ["push in a loop", `LIST.push(ctx.x); for (const u of LIST) await fetch(u);`],
    ["an item", `LIST[0] = ctx.x; await fetch(LIST[0]);`],
    ["push.call", `Array.prototype.unshift.call(LIST, ctx.x); await fetch(LIST[0]);`],
    [
      "Reflect.apply",
      `Reflect.apply(Array.prototype.unshift, LIST, [ctx.x]); await fetch(LIST[0]);`,
    ],
  ])("%s", (_what, statements) => {
    expect(reached(statements, API)).toEqual(["a.example", "?"]);
  });

  test("but not one that is only read", () => {
    const read = `const copy = LIST.map((u) => u); copy.push(ctx.x); ctx.log(API, LIST.length, API.more.base); for (const u of LIST) await fetch(u);`;
    expect(reached(`${read} await fetch(API.base + "/x");`, API)).toEqual(["a.example"]);
  });
});

describe("a parameter has the value of every call and of every assignment", () => {
  const GET = "const get = (u) => fetch(u);";
  test.each([
    ["assigned", "const get = (u) => { u = ctx0; return fetch(u); };", ""],
    ["in a callback", GET, "ctx.urls.forEach(get);"],
    ["by call", GET, "await get.call(null, ctx.x);"],
    ["under another name", GET, "const g = get; await g(ctx.x);"],
    ["with spread arguments", "const get = (u, v = u) => fetch(v);", "await get(...ctx.urls);"],
  ])("%s", (_what, before, statements) => {
    expect(reached(`await get("https://a.example/"); ${statements}`, before)).toEqual([
      "a.example",
      "?",
    ]);
  });

  test("a call of a parameter is no call of the function that has it", () => {
    const before = `async function get(u, done) { await fetch(u); done("https://other.example/"); }`;
    expect(reached(`await get("https://a.example/", ctx.x);`, before)).toEqual(["a.example"]);
  });
});

describe("a name has the value of every definition and of every write", () => {
  test.each([
    [
      "var twice",
      `var u = "https://a.example/"; var u = "https://evil.example/"; await fetch(u);`,
      BOTH,
    ],
    [
      "a logical write",
      `let u = "https://a.example/"; u &&= "https://evil.example/"; await fetch(u);`,
      BOTH,
    ],
    [
      "a pattern",
      `let u = "https://a.example/"; [u] = ctx.urls; await fetch(u);`,
      ["a.example", "?"],
    ],
    [
      "a loop",
      `let u = "https://a.example/"; for (u of ctx.urls) await fetch(u);`,
      ["a.example", "?"],
    ],
    ["a sum of the host", `let u = "https://a.example"; u += ctx.more; await fetch(u);`, ["?"]],
    ["an assignment in place", `let u; await fetch(u = "https://a.example/");`, ["a.example"]],
  ])("%s", (_what, statements, hosts) => {
    expect(reached(statements)).toEqual(hosts);
  });
});

describe("new URL is read as the standard says", () => {
  test.each([
    [`"/x", "https://a.example/y"`, ["a.example"]],
    [`"x?" + ctx.x, "https://a.example/y"`, ["a.example"]],
    [`"//evil.example/x", "https://a.example/"`, ["evil.example"]],
    [`"\\\\\\\\evil.example/x", "https://a.example/"`, ["evil.example"]],
    [`" https://evil.example/x", "https://a.example/"`, ["evil.example"]],
    [`"ht\\ntps://evil.example/x", "https://a.example/"`, ["evil.example"]],
    [`ctx.msg.text, "https://a.example/"`, ["?"]],
    [`"/" + ctx.msg.text, "https://a.example/"`, ["?"]],
    [`"/x", ctx.config.base`, ["?"]],
  ])("new URL(%s)", (parts, hosts) => {
    expect(reached(`await fetch(new URL(${parts}));`)).toEqual(hosts);
  });
});

test.each([
  "https:/evil.example/x",
  "\\nhttps://evil.example/x",
  "https:evil.example",
  "https:\\\\\\\\evil.example",
])("%s reaches a host", (text) => {
  expect(reached(`await fetch("${text}");`)).toEqual(["evil.example"]);
  const { findings } = inspectPlugin(plugin(`await fetch("${text}");`));
  expect(findings.filter(({ rule }) => rule === "fetch-refused")).toEqual([]);
});
