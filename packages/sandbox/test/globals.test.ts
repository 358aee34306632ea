import { createManualClock, markdownToPlainText } from "@botwright/core";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

/** What an expression is inside of the sandbox; `input` is given to it as JSON. */
async function evaluate(expression: string, input: unknown = null): Promise<unknown> {
  return (await createEvaluator(expression))(input);
}

/** As {@link evaluate}, for many inputs and one load. */
async function createEvaluator(expression: string): Promise<(input: unknown) => Promise<unknown>> {
  const report = await loadAndReport(
    sandbox,
    `async function report({ config }) { const { input } = config; return (${expression}); }`,
  );
  return (input) => report(createContext({ config: { input } }).context);
}

const texts = fc.string({ unit: anyCharacter, maxLength: 700 });
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

  // spec: sdk.markdown
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
    const refused = (() => { try { structuredClone({ f() {} }) } catch (error) { return error.name } })();
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
    "DataCloneError",
  ]);
});

describe("timers", () => {
  test("fire in the order of the host's clock", async () => {
    const clock = createManualClock(1000);
    await using own = createSandbox({ workers: 1, clock });
    const report = await loadAndReport(
      own,
      `async function report() {
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
    }`,
    );
    const result = report();
    const ticking = setInterval(() => clock.advance(1), 2);
    await result;
    clearInterval(ticking);
    const rings = Object.values(Object(await result)).map((ring) =>
      Array.isArray(ring) ? ring[0] : ring,
    );
    expect(rings.filter((name) => name !== "i")).toEqual(
      ["a", "b", "c"].slice(0, rings.length - 3),
    );
    expect(rings.filter((name) => name === "i")).toHaveLength(3);
  });

  test("what a microtask throws ends the call", async () => {
    const throwing = "new Promise(() => queueMicrotask(() => { throw new Error('lost') }))";
    await expect(evaluate(throwing)).rejects.toMatchObject({ code: "PLUGIN_ERROR" });
    await expect(evaluate("queueMicrotask(1)")).rejects.toThrow(/TypeError/u);
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

test("what packages do with stacks and with symbols of disposal works as in Node", async () => {
  const found = await evaluate(`(() => {
    const before = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    class Refused extends Error {
      constructor(message) {
        super(message);
        Error.captureStackTrace(this, Refused);
      }
    }
    const held = {};
    const captured = Error.captureStackTrace(held);
    const own = Object.getOwnPropertyDescriptor(held, "stack");
    return [
      before, typeof Error.stackTraceLimit, captured === undefined, own.enumerable, own.writable,
      held.stack.includes("captureStackTrace"), held.stack.includes("report"), new Refused("no").message,
      (() => { try { Error.captureStackTrace(1); } catch (error) { return error.name; } })(),
      String(Symbol.dispose), String(Symbol.asyncDispose), Object.hasOwn(Error, "captureStackTrace"),
    ];
  })()`);
  expect(found).toEqual([
    10,
    "number",
    true,
    false,
    true,
    false,
    true,
    "no",
    "TypeError",
    "Symbol(Symbol.dispose)",
    "Symbol(Symbol.asyncDispose)",
    true,
  ]);
});
