import { createServer } from "node:http";
import { createManualClock, type HostCallInterceptor } from "@botwright/core";
import { markdownToPlainText } from "@botwright/markdown";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createSandbox, type SandboxOptions } from "../src/index.ts";
import { createContext } from "./context.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** What an expression is inside of the sandbox; `input` is given to it as JSON. */
async function evaluate(expression: string, input: unknown = null): Promise<unknown> {
  return (await createEvaluator(expression))(input);
}

/** As {@link evaluate}, for many inputs and one load. */
async function createEvaluator(expression: string): Promise<(input: unknown) => Promise<unknown>> {
  const plugin = await sandbox.load(
    `export async function handler({ config }) { const { input } = config; return { value: await (${expression}) }; }`,
  );
  return async (input) => {
    const { context } = createContext({ config: { input } });
    return Reflect.get(await plugin.handler(context), "value");
  };
}

const texts = fc.string({ unit: "binary", maxLength: 700 });
const ascii = fc.string({ unit: "binary-ascii", maxLength: 700 });
const bytes = fc.uint8Array({ maxLength: 700 }).map((array) => Array.from(array));

describe("Buffer agrees with Node's", () => {
  test.each(["utf8", "hex", "base64", "base64url", "latin1"] as const)(
    "in %s",
    async (encoding) => {
      const toText = await createEvaluator(`Buffer.from(input).toString("${encoding}")`);
      const toBytes = await createEvaluator(`Array.from(Buffer.from(input, "${encoding}"))`);
      await fc.assert(
        fc.asyncProperty(bytes, async (input) => {
          const text = Buffer.from(input).toString(encoding);
          expect(await toText(input)).toBe(text);
          expect(await toBytes(text)).toEqual(Array.from(Buffer.from(text, encoding)));
        }),
        { numRuns: 40 },
      );
    },
  );

  test.each([
    ["utf8", texts],
    ["hex", ascii],
    ["base64", ascii],
    ["base64url", ascii],
  ] as const)("with texts that do not fit %s", async (encoding, inputs) => {
    const toBytes = await createEvaluator(`Array.from(Buffer.from(input, "${encoding}"))`);
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        expect(await toBytes(input)).toEqual(Array.from(Buffer.from(input, encoding)));
      }),
      { numRuns: 40 },
    );
  });

  test("in the rest", async () => {
    const value = await evaluate(`[
      Buffer.concat([Buffer.from("ab"), new Uint8Array([99])]).toString(),
      Buffer.concat([Buffer.from("abc")], 2).toString(),
      Buffer.alloc(3, "xy").toString(), Buffer.alloc(2).toString("hex"), Buffer.alloc(2, 7).toString("hex"),
      Buffer.isBuffer(Buffer.from("a")), Buffer.isBuffer(new Uint8Array(1)), Buffer.byteLength("é"),
      Buffer.from("abc").subarray(1) instanceof Buffer, Buffer.from("hello").toString("utf8", 1, 3),
      Buffer.from("a").equals(Buffer.from("a")), JSON.stringify(Buffer.from("a")),
      Buffer.from(Buffer.from("copy")).toString(), Buffer.from(JSON.parse(JSON.stringify(Buffer.from("b")))).toString(),
      new Uint8Array(Buffer.from([1, 2]).buffer).length, Buffer.name]`);
    expect(value).toEqual([
      "abc",
      "ab",
      "xyx",
      "0000",
      "0707",
      true,
      false,
      2,
      true,
      "el",
      true,
      '{"type":"Buffer","data":[97]}',
      "copy",
      "b",
      2,
      "Buffer",
    ]);
  });
});

describe("text", () => {
  test("TextEncoder and TextDecoder agree with Node's", async () => {
    const decode = await createEvaluator("new TextDecoder().decode(new Uint8Array(input))");
    const encode = await createEvaluator("Array.from(new TextEncoder().encode(input))");
    await fc.assert(
      fc.asyncProperty(bytes, texts, async (array, text) => {
        expect(await decode(array)).toBe(new TextDecoder().decode(new Uint8Array(array)));
        expect(await encode(text)).toEqual(Array.from(new TextEncoder().encode(text)));
      }),
      { numRuns: 60 },
    );
    expect(
      await evaluate(
        `(() => { try { new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255])) } catch (e) { return e.name } })()`,
      ),
    ).toBe("TypeError");
  });

  test("atob and btoa agree with Node's", async () => {
    const toBase64 = await createEvaluator("btoa(String.fromCharCode(...input))");
    const fromBase64 = await createEvaluator("atob(input)");
    await fc.assert(
      fc.asyncProperty(bytes, async (input) => {
        const base64 = btoa(String.fromCharCode(...input));
        expect(await toBase64(input)).toBe(base64);
        expect(await fromBase64(base64)).toBe(atob(base64));
      }),
      { numRuns: 20 },
    );
    for (const bad of ["a", "a$", "ab=c"]) await expect(fromBase64(bad)).rejects.toThrow(/atob/);
    await expect(evaluate("btoa('é€')")).rejects.toThrow(/btoa/);
  });

  test("markdownToPlainText is the same as outside", async () => {
    const markdown =
      "# Title\n\n- **one** [link](https://a.example)\n\n1. `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |";
    expect(await evaluate("markdownToPlainText(input)", markdown)).toBe(
      markdownToPlainText(markdown),
    );
  });
});

test("structuredClone copies data with its cycles and refuses functions", async () => {
  const value = await evaluate(`(() => {
    const source = { date: new Date(5), pattern: /a/gu, map: new Map([[{ k: 1 }, new Set([1])]]), list: [1, , 3], bytes: new Uint16Array([1, 2]), error: new RangeError("r"), big: 5n };
    source.self = source;
    const copy = structuredClone(source);
    const refused = (() => { try { structuredClone({ f() {} }) } catch (error) { return error.code } })();
    return [copy !== source, copy.self === copy, copy.date.getTime(), copy.date !== source.date, String(copy.pattern),
      [...copy.map][0][0].k, [...copy.map][0][1].has(1), copy.list.length, 1 in copy.list, copy.bytes instanceof Uint16Array,
      copy.bytes[1], copy.error instanceof RangeError, copy.error.message, copy.big === 5n, refused];
  })()`);
  expect(value).toEqual([
    true,
    true,
    5,
    true,
    "/a/gu",
    1,
    true,
    3,
    false,
    true,
    2,
    true,
    "r",
    true,
    "DATA_CLONE_ERROR",
  ]);
});

describe("timers", () => {
  test("ring in the order of the host's clock", async () => {
    const clock = createManualClock(1000);
    await using own = createSandbox({ clock });
    const plugin = await own.load(`export async function handler({ storage }) {
      const rings = [];
      const start = Date.now();
      const note = (name) => rings.push([name, Date.now() - start]);
      setTimeout(note, 30, "c"); setTimeout(note, 10, "a"); setTimeout(note, 20, "b");
      const cleared = setTimeout(note, 15, "never");
      clearTimeout(cleared); clearTimeout(undefined); clearTimeout(999);
      let count = 0;
      await new Promise((resolve) => {
        const interval = setInterval(() => { note("i"); if (++count === 3) { clearInterval(interval); resolve(); } }, 12);
      });
      return rings;
    }`);
    const result = plugin.handler(createContext().context);
    const ticking = setInterval(() => clock.advance(1), 2);
    await result;
    clearInterval(ticking);
    const rings = Object.values(await result).map((ring) => (Array.isArray(ring) ? ring[0] : ring));
    expect(rings.filter((name) => name !== "i")).toEqual(
      ["a", "b", "c"].slice(0, rings.length - 3),
    );
    expect(rings.filter((name) => name === "i")).toHaveLength(3);
  });

  test("queueMicrotask runs before a timer", async () => {
    const value = await evaluate(`new Promise((resolve) => {
      const order = [];
      setTimeout(() => { order.push("timer"); resolve(order); }, 0);
      queueMicrotask(() => order.push("microtask"));
      order.push("now");
    })`);
    expect(value).toEqual(["now", "microtask", "timer"]);
  });
});

/** Runs an expression in a sandbox whose fetch is the Web's, beside a loopback server. */
async function fetching(expression: string, options: SandboxOptions = {}): Promise<unknown> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks).toString("hex");
      if (url === "/hang") return;
      if (url === "/large") {
        response.end(Buffer.alloc(2000));
        return;
      }
      response.writeHead(url === "/missing" ? 404 : 200, {
        "x-test": "yes",
        "content-type": "application/json",
      });
      response.end(
        JSON.stringify({
          method,
          url,
          own: headers["x-own"],
          type: headers["content-type"],
          body,
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await using own = createSandbox({ fetch, ...options });
  try {
    const plugin = await own.load(
      `export async function handler({ config }) { const { base } = config; return { value: await (${expression}) }; }`,
    );
    const { context } = createContext({ config: { base: `http://127.0.0.1:${port}` } });
    return Reflect.get(await plugin.handler(context), "value");
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("fetch", () => {
  test("asks and reads", async () => {
    const value = await fetching(`(async () => {
      const response = await fetch(base + "/path?q=1", { method: "POST", headers: { "X-Own": "1" }, body: new Uint8Array([0, 255]) });
      const { status, ok, url, redirected } = response;
      const head = [status, ok, url === base + "/path?q=1", redirected, response.headers.get("X-TEST"), response.headers.has("none"), response.headers.get("none")];
      const text = await (await fetch(base, { method: "PUT", headers: [["content-type", "text/x"]], body: "é" })).text();
      const twice = await response.json().then(() => "read") + await response.text().catch((e) => " " + e.name);
      const missing = await fetch(base + "/missing");
      return [head, JSON.parse(text), twice, response.bodyUsed, missing.ok, missing.status, (await missing.arrayBuffer()).byteLength > 0];
    })()`);
    expect(value).toEqual([
      [200, true, true, false, "yes", false, null],
      { method: "PUT", url: "/", type: "text/x", body: "c3a9" },
      "read TypeError",
      true,
      false,
      404,
      true,
    ]);
  });

  test.each([
    ["nobody listens", `fetch("http://127.0.0.1:1/")`, {}, "FETCH_FAILED"],
    ["no address", `fetch("not an address")`, {}, "INVALID_ARGUMENT"],
    [
      "the response is too large",
      `fetch(base + "/large")`,
      { fetchBytes: 1000 },
      "FETCH_BODY_TOO_LARGE",
    ],
    [
      "the request is too large",
      `fetch(base, { method: "POST", body: "x".repeat(1001) })`,
      { fetchBytes: 1000 },
      "FETCH_BODY_TOO_LARGE",
    ],
    ["it takes too long", `fetch(base + "/hang")`, { fetchMs: 50 }, "FETCH_TIMEOUT"],
  ])("rejects with a code when %s", async (_what, expression, limits, code) => {
    expect(await fetching(`${expression}.catch((error) => error.code)`, { limits })).toBe(code);
  });

  test("is not there when the host gives none", async () => {
    expect(await evaluate(`fetch("https://a.example").catch((error) => error.code)`)).toBe(
      "FETCH_UNAVAILABLE",
    );
  });

  test("goes through the caller's interceptor, which may answer from a record", async () => {
    const plugin = await sandbox.load(`export async function handler() {
      const response = await fetch("https://a.example/x", { headers: { a: "b" } });
      return { handled: true, text: await response.text(), status: response.status };
    }`);
    const seen: unknown[] = [];
    // As it comes out of a journal: of a type that only the sandbox knows.
    const recorded = Object.assign(JSON.parse("{}"), {
      status: 201,
      statusText: "",
      url: "https://a.example/x",
      redirected: false,
      headers: [["a", "b"]],
      body: Buffer.from("recorded"),
    });
    const intercept: HostCallInterceptor = async (operation, args) => {
      seen.push([operation, args]);
      return recorded;
    };
    const result = await plugin.handler(createContext().context, { id: "call", intercept });
    expect(result).toEqual({ handled: true, text: "recorded", status: 201 });
    expect(seen).toEqual([
      ["fetch", ["https://a.example/x", { method: "GET", headers: [["a", "b"]] }]],
    ]);
  });
});
