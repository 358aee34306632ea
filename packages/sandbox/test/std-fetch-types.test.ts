import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText, createEvaluator, differences, sampleOf, source } from "./std-evaluator.ts";

/** Whether an error is one of the right kind; undici's have other codes. */
const KIND = `const kind = async (work) => { try { return [await work()] } catch (e) { return e.constructor.name } };`;

const asked: unknown[] = [];
const inside = await createEvaluator({
  fetch: async (url, { method, headers, body, signal }) => {
    asked.push([url, method, headers, body === undefined ? null : Buffer.from(body).toString()]);
    if (url.endsWith("/slow")) await setTimeout(100, undefined, { signal });
    const response = new Response(url.endsWith("/none") ? null : "answer", {
      status: url.endsWith("/none") ? 204 : 200,
      headers: [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["x-b", "2"],
        ["x-a", "1"],
      ],
    });
    return Object.defineProperty(response, "url", { value: url });
  },
});

const name = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "a",
      "A",
      "X-Test",
      "x-test",
      "set-cookie",
      "Set-Cookie",
      "content-type",
      "z",
    ),
  },
  { weight: 1, arbitrary: fc.oneof(anyText, fc.constantFrom("", "a b", "é", "a:", "(x)")) },
);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", " spaced\t", "a, b", "", "é", "\r\n x \n") },
  { weight: 1, arbitrary: fc.oneof(anyText, fc.constantFrom("a\nb", "a\0", "中")) },
);
const init = fc.oneof(
  fc.array(fc.tuple(name, value), { maxLength: 4 }).map(source),
  fc.array(fc.tuple(name, value), { maxLength: 4 }).map((list) => source(Object.fromEntries(list))),
  fc.array(fc.tuple(name, value), { maxLength: 3 }).map((list) => `new Map(${source(list)})`),
  fc.array(fc.tuple(name, value), { maxLength: 3 }).map((list) => `new Headers(${source(list)})`),
  fc.constantFrom("undefined", "null", "1", '"a"', "[[1]]", "[[1,2,3]]", "[1]", "{}", '["ab"]'),
);
const step = fc.oneof(
  fc
    .tuple(fc.constantFrom("append", "set"), name, value)
    .map(([how, key, text]) => `h.${how}(${source(key)}, ${source(text)})`),
  fc
    .tuple(fc.constantFrom("delete", "get", "has"), name)
    .map(([how, key]) => `h.${how}(${source(key)})`),
);

test("Headers does what Node's does", async () => {
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(init, fc.array(step, { maxLength: 6 }))
          .map(
            ([start, steps]) =>
              `kind(async () => { const h = new Headers(${start}); const log = []; ${steps.map((one) => `log.push(await kind(() => ${one}))`).join(";")}; const each = []; h.forEach((v, k, o) => each.push(k, v, o === h)); return [log, [...h], [...h.keys()], [...h.values()], h.getSetCookie(), each] })`,
          ),
        400,
      ).concat([
        `(() => { const h = new Headers({ b: "1" }); const seen = []; for (const [k] of h) { seen.push(k); if (seen.length === 1) h.append("c", "2") } return seen })()`,
        `Object.prototype.toString.call(new Headers()) + Headers.name`,
        `(() => { const h = new Headers([["Cookie", "a=1"], ["accept", "x"]]); h.append("cookie", "b=2"); h.append("accept", "y"); return [h.get("cookie"), [...h]] })()`,
      ]),
      KIND,
    ),
  ).toEqual([]);
});

/**
 * | deliberately unlike Node | why |
 * | --- | --- |
 * | no `body`, `blob`, `formData`; no `Blob`, `FormData`, `ReadableStream` | a body crosses as a whole |
 * | `redirect` other than `"follow"` is a `TypeError` | the host follows and checks each address on the way |
 * | no `cache`, `credentials`, `mode`, `referrer`, `integrity`, `keepalive` | there is no browser |
 * | no `Response.error()`, `Response.redirect()` | nothing is served from here |
 * | a body that has come can be read after its signal aborted | it is here already |
 */
const body = fc.oneof(
  anyText.map(source),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => `Uint8Array.of(${bytes.join()})`),
  fc
    .uint8Array({ maxLength: 6 })
    .map((bytes) => `Uint8Array.of(9, ${[...bytes, 9].join()}).subarray(1, -1)`),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => `Uint8Array.of(${bytes.join()}).buffer`),
  fc.constantFrom(
    "null",
    "undefined",
    "123",
    "true",
    "{}",
    `new URLSearchParams("a=1 2&é=中")`,
    `"\\uFEFF{}"`,
    `'{"a":[1]}'`,
  ),
);
const READ = `[await kind(() => m.bodyUsed), await kind(() => m[how]()), m.bodyUsed, await kind(() => m.text()), await kind(() => m.clone())]`;
const how = fc.constantFrom("text", "json", "arrayBuffer", "bytes");

test("Response is made and read as Node's", async () => {
  const options = fc.record(
    {
      status: fc.constantFrom(200, 201, 204, 304, 404, 599, 199, 600, 0, "201", 200.9),
      statusText: fc.constantFrom("", "OK", "ümlaut", "a\nb", "中", "tab\t"),
      headers: fc.constantFrom({ "content-type": "x/y" }, [["a", "b"]], {}),
    },
    { requiredKeys: [] },
  );
  const look = "m.status, m.ok, m.statusText, m.url, m.redirected, m.type, [...m.headers]";
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(body, options, how, fc.boolean())
          .map(
            ([content, given, method, cloned]) =>
              `kind(async () => { const how = "${method}"; let m = new Response(${content}, ${source(given)}); ${cloned ? "const first = m; m = m.clone(); await first.bytes();" : ""} return [${look}, ...${READ}.slice(0, 4)] })`,
          ),
        400,
      ).concat([
        ...sampleOf(
          fc
            .tuple(fc.jsonValue(), options)
            .map(
              ([data, given]) =>
                `kind(async () => { const m = Response.json(${source(data)}, ${source(given)}); return [${look}, await m.json()] })`,
            ),
          60,
        ),
        `kind(() => Response.json(undefined))`,
        `kind(() => Response.json(() => 1))`,
        `(async () => { const m = new Response("x"); await m.text(); return kind(() => m.clone()) })()`,
        `[Object.prototype.toString.call(new Response()), Object.prototype.toString.call(new Request("https://a.example")), Response.name, Request.name]`,
      ]),
      KIND,
    ),
  ).toEqual([]);
});

test("Request is made and read as Node's", async () => {
  const input = fc.constantFrom(
    `"https://a.example/x?y#z"`,
    `new URL("https://a.example/ü")`,
    `"/relative"`,
    `"https://user:pw@a.example"`,
    `""`,
    `new Request("https://b.example/", { method: "POST", headers: { k: "v" }, body: "inner" })`,
    `new Request("https://b.example/", { headers: { k: "v" } })`,
  );
  const method = fc.constantFrom(
    "get",
    "POST",
    "Put",
    "patch",
    "PATCH",
    "head",
    "CONNECT",
    "trace",
    "a b",
    "",
    "x-own",
    "delete",
  );
  const given = fc
    .tuple(
      fc.option(method),
      fc.option(body),
      fc.option(fc.constantFrom(`{ "content-type": "x/y" }`, `[["a", "b"]]`, `{ "": "1" }`)),
    )
    .map(([verb, content, headers]) => {
      const parts = [
        verb === null ? "" : `method: ${source(verb)}`,
        content === null ? "" : `body: ${content}`,
        headers === null ? "" : `headers: ${headers}`,
      ];
      return `{ ${parts.filter((part) => part !== "").join(", ")} }`;
    });
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(input, given, how, fc.boolean())
          .map(
            ([from, options, read, cloned]) =>
              `kind(async () => { const how = "${read}"; const from = ${from}; let m = new Request(from, ${options}); ${cloned ? "m = m.clone();" : ""} return [m.url, m.method, m.redirect, [...m.headers], m.signal instanceof AbortSignal, m.signal.aborted, from.bodyUsed, ...${READ}.slice(0, 4)] })`,
          ),
        400,
      ).concat([
        `kind(() => new Request("https://a.example", { signal: 1 }))`,
        `(async () => { const c = new AbortController(); const r = new Request("https://a.example", { signal: c.signal }); const copy = r.clone(); c.abort("why"); return [r.signal === c.signal, r.signal.reason, copy.signal.reason] })()`,
        // Asked for only after the abort.
        `(async () => { const c = new AbortController(); const r = new Request("https://a.example", { signal: c.signal }); const other = new Request(r); const own = new Request(r, { signal: null }); c.abort("why"); return [r.signal === r.signal, r.signal.reason, other.signal.reason, own.signal.aborted, new Request(r).signal.aborted] })()`,
        `(async () => { const r = new Request("https://a.example", { method: "POST", body: "x" }); await r.text(); return [await kind(() => new Request(r)), await kind(() => r.clone())] })()`,
        // A request in the place of the options.
        ...[`"https://b.example/"`, "one", "other"].map(
          (target) =>
            `(async () => { const make = (body) => new Request("https://a.example", { method: "POST", headers: { k: body }, body }); const one = make("one"); const other = make("other"); const m = new Request(${target}, other); return [m.url, m.method, [...m.headers], await m.text(), one.bodyUsed, other.bodyUsed] })()`,
        ),
        `(async () => { const r = new Request("https://a.example", { method: "POST", body: "x" }); await r.text(); return kind(() => new Request("https://b.example", r)) })()`,
        `(async () => { const r = new Request("https://a.example", { headers: { k: "v" } }); const copy = new Request("https://b.example", r); return [copy.method, [...copy.headers], r.bodyUsed] })()`,
      ]),
      KIND,
    ),
  ).toEqual([]);
  expect(
    await inside(`attempt(() => new Request("https://a.example", { redirect: "manual" }))`),
  ).toEqual(["threw", "TypeError", null]);
});

test("of a class of requests, what the request was made with is sent", async () => {
  asked.length = 0;
  await inside(`(async () => {
    class Faced extends Request {
      get url() { return "https://b.example/" + "中".repeat(9); }
      get method() { return "中"; }
    }
    await fetch(new Faced("https://a.example/none", { method: "DELETE" }));
  })()`);
  expect(asked).toMatchObject([["https://a.example/none", "DELETE", [], null]]);
});

test("fetch sends what a Request says, and its response cannot be changed", async () => {
  asked.length = 0;
  const found = await inside(`(async () => {
    const request = new Request("https://a.example/p", { method: "post", headers: { "X-K": "v" }, body: new URLSearchParams({ q: "中" }) });
    const response = await fetch(request);
    const copy = response.clone();
    const none = await fetch("https://a.example/none");
    return [request.bodyUsed, response.type, response.url, [...response.headers], response.headers.getSetCookie(),
      await attempt(() => response.headers.set("a", "b")), await attempt(() => copy.headers.delete("x-a")),
      await response.text(), await copy.text(), copy.url, copy.type, await none.text(), none.bodyUsed,
      await attempt(() => fetch(request)), await attempt(() => fetch("no address"))];
  })()`);
  const headers = [
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
    ["x-a", "1"],
    ["x-b", "2"],
  ];
  const typed = [["content-type", "text/plain;charset=UTF-8"], ...headers];
  expect(found).toEqual([
    true,
    "basic",
    "https://a.example/p",
    typed,
    ["a=1", "b=2"],
    ["threw", "TypeError", null],
    ["threw", "TypeError", null],
    "answer",
    "answer",
    "https://a.example/p",
    "basic",
    "",
    false,
    ["threw", "TypeError", null],
    ["threw", "TypeError", "INVALID_ARGUMENT"],
  ]);
  expect(asked).toEqual([
    [
      "https://a.example/p",
      "POST",
      [
        ["content-type", "application/x-www-form-urlencoded;charset=UTF-8"],
        ["x-k", "v"],
      ],
      "q=%E4%B8%AD",
    ],
    ["https://a.example/none", "GET", [], null],
  ]);
});

test("a signal ends a fetch", async () => {
  const found = await inside(`(async () => {
    const controller = new AbortController();
    const order = [];
    controller.signal.addEventListener("abort", () => order.push("listener"));
    const hanging = fetch("https://a.example/slow", { signal: controller.signal }).catch((e) => { order.push("fetch"); return e; });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    const error = await hanging;
    const own = new AbortController();
    const withReason = fetch(new Request("https://a.example/slow", { signal: own.signal })).catch((e) => e);
    own.abort({ mine: true });
    const late = await fetch("https://a.example/", { signal: controller.signal }).catch((e) => e.name);
    const timeout = await fetch("https://a.example/slow", { signal: AbortSignal.timeout(5) }).catch((e) => [e.name, e.code]);
    const any = AbortSignal.any([AbortSignal.timeout(5), new AbortController().signal]);
    const composed = await fetch("https://a.example/slow", { signal: any }).catch((e) => e.name);
    const fine = await (await fetch("https://a.example/", { signal: AbortSignal.timeout(60_000) })).text();
    return [error instanceof DOMException, error.name, error.message, order, await withReason, late, timeout, composed, fine];
  })()`);
  expect(found).toEqual([
    true,
    "AbortError",
    "This operation was aborted",
    ["listener", "fetch"],
    { mine: true },
    "AbortError",
    ["TimeoutError", 23],
    "TimeoutError",
    "answer",
  ]);
});
