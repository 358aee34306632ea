import { afterAll, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { loadAndReport } from "./report.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

async function run(body: string): Promise<unknown> {
  const report = await loadAndReport(sandbox, `async function report(ctx) { ${body} }`);
  return report();
}

test("all that a plugin can reach is frozen, accessors' functions closed", async () => {
  const found = await run(`
    const open = [];
    const seen = new Set([globalThis, ctx]);
    const left = [["globalThis", globalThis], ["bot", ctx.bot], ["storage", ctx.storage], ["aiService", ctx.aiService],
      ["searchService", ctx.searchService], ["creds", ctx.getPlatformCreds]];
    for (const value of [function () {}, async () => {}, function* () {}, async function* () {}, [].values(), "".matchAll(/x/g),
      [].values().map((one) => one), Iterator.from({ next() {} }), Iterator.concat([]), new Map().values(), new Set().values(), new Headers().entries(), new URLSearchParams().keys(), new AbortController().signal,
      crypto.subtle, new Response()]) left.push(["proto", Object.getPrototypeOf(value)]);
    while (left.length > 0) {
      const [path, value] = left.pop();
      if (Object(value) !== value || (seen.has(value) && path !== "globalThis")) continue;
      seen.add(value);
      if (!Object.isFrozen(value)) open.push(path);
      left.push([path + ".__proto__", Object.getPrototypeOf(value)]);
      for (const key of Reflect.ownKeys(value)) {
        const { get, set, value: own } = Object.getOwnPropertyDescriptor(value, key);
        left.push([path + "." + String(key), own]);
        if (get === undefined) continue;
        for (const accessor of [get, set]) if (accessor && Object.isExtensible(accessor)) open.push(path + ".get " + String(key));
        if (value !== globalThis) {
          let inner;
          try { inner = Reflect.apply(get, value, []) } catch {}
          left.push([path + "." + String(key), inner]);
        }
      }
    }
    return { open, count: seen.size > 700 };`);
  expect(found).toEqual({ open: [], count: true });
});

test("built-in classes can be extended and their instances shadow what they inherit", async () => {
  const value = await run(`
    class MyURL extends URL { get host() { return "mine" } toString() { return "my " + super.toString() } }
    class MyBuffer extends Buffer { toString() { return "mine" } }
    class Failure extends DOMException { constructor() { super("m", "DataError"); this.detail = 1 } }
    class MyError extends Error { constructor() { super("m"); this.name = "MyError" } }
    class Target extends EventTarget {}
    const url = new MyURL("https://a.example/x");
    return [url.host, String(url), url instanceof URL, new MyBuffer(2).toString(), new MyBuffer(2) instanceof Buffer,
      new Failure().detail, new Failure().name, new MyError().name, new Target().dispatchEvent(new Event("x"))];`);
  expect(value).toEqual([
    "mine",
    "my https://a.example/x",
    true,
    "mine",
    true,
    1,
    "DataError",
    "MyError",
    true,
  ]);
});

test("the bootstrap's entry is spent", async () => {
  const source = `import * as guest from "botwright:guest"; const report = () => typeof guest.boot;`;
  const outcome = await loadAndReport(sandbox, source).then(
    (report) => report(),
    (error: unknown) => Reflect.get(Object(error), "code"),
  );
  expect(["undefined", "PLUGIN_IMPORT_REFUSED"]).toContain(outcome);
});

test("texts and bytes of any kind cross", async () => {
  const value = await run(`
    const odd = "a\\0b\\ud800c\\u2028";
    const long = odd.repeat(5000);
    return [Buffer.from(odd).toString("hex"), new TextDecoder().decode(new TextEncoder().encode(long)) === long.toWellFormed(),
      Buffer.from(long, "utf16le").toString("utf16le") === long, new URLSearchParams([[odd, odd]]).toString()];`);
  expect(value).toEqual([
    "610062efbfbd63e280a8",
    true,
    true,
    "a%00b%EF%BF%BDc%E2%80%A8=a%00b%EF%BF%BDc%E2%80%A8",
  ]);
});

test("what compilers and packages assign to objects that inherit from built-ins is theirs", async () => {
  const value = await run(`
    const generator = Object.create((typeof Iterator === "function" ? Iterator : Object).prototype);
    generator.next = () => ({ done: true });
    generator[Symbol.iterator] = function () { return this; };
    function Bytes() {}
    Object.setPrototypeOf(Bytes.prototype, Uint8Array.prototype);
    for (const name of ["slice", "toString", "fill", "indexOf", "includes"]) Bytes.prototype[name] = () => name;
    const response = new Response("{}");
    response.json = async () => "own";
    class Target extends EventTarget { constructor() { super(); this.addEventListener = () => "own"; } }
    const headers = Object.assign(Object.create(new Headers()), { get() { return "own"; } });
    const own = [await response.json(), new Target().addEventListener(), headers.get("a")];
    if (own.some((value) => value !== "own")) return own;
    return [[...generator], new Bytes().slice(), new Bytes().fill(),
      [...Iterator.from([1, 2]).map((item) => item * 2)], new Uint8Array([1, 2]).slice(1).length];`);
  expect(value).toEqual([[], "slice", "fill", [2, 4], 1]);
});

test("a timer calls its function without the bootstrap's own record", async () => {
  const value = await run(`
    const seen = await new Promise((resolve) => setTimeout(function (...args) { resolve([this, ...args]); }, 1, "a", 2));
    return seen.map(String);`);
  expect(value).toEqual(["undefined", "a", "2"]);
});
