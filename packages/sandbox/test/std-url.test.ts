import fc from "fast-check";
import { expect, test } from "vitest";
import { anyUrl } from "../../../test/arbitraries.ts";
import { anyText, createEvaluator, differences, sampleOf, source } from "./std-evaluator.ts";

const inside = await createEvaluator();

const PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
];
const ALL = PARTS.map((part) => `u.${part}`).join();

const tricky = fc.constantFrom(
  "http://a.example",
  "HTTPS://User:Pass@Exa%6dple.com:443/a/../b/./c?x=1&y#frag",
  "http://münchen.example/ä?ö#ü",
  "http://例え.テスト/路径",
  "http://[::1]:8080/",
  "http://0x7f.1/",
  "http://256.256.256.256/",
  "http://a b/",
  "http://a:99999/",
  "//host/path",
  "?only=query",
  "#only",
  "../up/../../over",
  "data:text/plain,hi there  #x",
  "mailto:someone@a.example",
  "file:///C:/a/../b",
  "blob:https://a.example/uuid",
  "javascript:alert(1)",
  "http:",
  "http://",
  "",
  "   http://a.example/  \t\n",
  "ht\ntp://a.example",
  "web+demo:/.//not-a-host/",
  "http://a.example/\ud800",
  "\\\\windows\\share",
  "wss://a.example:443/x?#",
);
const url = fc.oneof(
  tricky,
  anyUrl,
  anyText.map((text) => `https://a.example/${text}`),
  anyText.map((text) => `https://${text}.example/`),
  anyText,
);

test("URL parses like Node's", async () => {
  expect(
    await differences(
      inside,
      sampleOf(
        fc.tuple(url, fc.option(url, { nil: undefined })).map(([input, base]) => {
          const args = base === undefined ? source(input) : `${source(input)}, ${source(base)}`;
          return `[URL.canParse(${args}), URL.parse(${args}) === null, (() => { const u = new URL(${args}); return [${ALL}, String(u), JSON.stringify(u), [...u.searchParams]] })()]`;
        }),
        300,
      ),
    ),
  ).toEqual([]);
});

test("every part can be set as in Node", async () => {
  const values = fc.oneof(
    anyText,
    fc.constantFrom(
      "",
      "a",
      "ftp",
      "https:",
      "b.example:8080",
      "65536",
      "80",
      "0",
      "//x",
      "?a=b",
      "#c",
      "/../x",
      "x y",
      "[::1]",
      "443",
    ),
  );
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(
            tricky,
            fc.array(fc.tuple(fc.constantFrom(...PARTS), values), { minLength: 1, maxLength: 4 }),
          )
          .map(([start, steps]) => {
            const sets = steps.map(
              ([part, value]) =>
                `try { u.${part} = ${source(value)} } catch (e) { log.push(e.name, e.code) }`,
            );
            return `(() => { "use strict"; const log = []; const u = new URL(${source(start)}); const p = u.searchParams; ${sets.join(";")}; return [log, ${ALL}, [...p], p === u.searchParams] })()`;
          }),
        300,
      ),
    ),
  ).toEqual([]);
});

const names = fc.oneof(fc.constantFrom("a", "b", "z", "é", "😀", "\uffff"), anyText);
const pairs = fc.array(fc.tuple(names, anyText), { maxLength: 6 });
const step = fc.oneof(
  fc.tuple(names, anyText).map(([name, value]) => `p.append(${source(name)}, ${source(value)})`),
  fc.tuple(names, anyText).map(([name, value]) => `p.set(${source(name)}, ${source(value)})`),
  names.map((name) => `p.delete(${source(name)})`),
  fc.tuple(names, anyText).map(([name, value]) => `p.delete(${source(name)}, ${source(value)})`),
  fc.constant("p.sort()"),
);
const read = fc.oneof(
  names.map((name) => `p.get(${source(name)})`),
  names.map((name) => `p.getAll(${source(name)})`),
  names.map((name) => `p.has(${source(name)})`),
  fc.tuple(names, anyText).map(([name, value]) => `p.has(${source(name)}, ${source(value)})`),
);
const STATE = "p.size, [...p], [...p.keys()], [...p.values()], String(p)";

test("URLSearchParams does what Node's does", async () => {
  const init = fc.oneof(
    pairs.map((list) => source(list)),
    pairs.map((list) => source(Object.fromEntries(list))),
    anyText.map((text) => source(text)),
    anyText.map((text) => source(`?${text}&a=b+c&a=%zz&=&&x`)),
    pairs.map((list) => `new URLSearchParams(${source(list)})`),
    pairs.map((list) => `new Map(${source(list)})`),
    fc.constantFrom(
      "",
      "undefined",
      "null",
      "1",
      "[[1]]",
      "[[1, 2, 3]]",
      "[1]",
      "['ab']",
      "{}",
      "[{ length: 2, 0: 1, 1: 2 }]",
      "[[1, 2].values()]",
      "[new Set([1, 2]).keys(), [3, 4]]",
    ),
  );
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(init, fc.array(step, { maxLength: 5 }), fc.array(read, { maxLength: 3 }))
          .map(
            ([start, steps, reads]) =>
              `(() => { const p = new URLSearchParams(${start}); ${steps.join(";")}; return [${[...reads, STATE].join()}] })()`,
          ),
        300,
      ),
    ),
  ).toEqual([]);
});

/** A query that is empty but there: tabs and line breaks do not count. */
const isBareQuery = (text: string): boolean => text !== "" && /^\??[\t\n\r]*$/u.test(text);

const hrefWith = (search: string): string =>
  `(() => { const u = new URL("http://a.example"); u.searchParams.sort(); u.search = ${source(search)}; return u.href })()`;

test("a URL whose parameters are empty keeps the query that it is given, as the standard says", async () => {
  // Node forgets the question mark: it takes the parameters, changed before, for newer than the query.
  expect(await inside(hrefWith("?"))).toBe("http://a.example/?");
  expect(await inside(hrefWith("?\t\n"))).toBe("http://a.example/?");
  expect(await inside(hrefWith(""))).toBe("http://a.example/");
});

test("a URL and its parameters follow one another", async () => {
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(
            tricky,
            fc.array(
              fc.oneof(
                step,
                anyText
                  .filter((text) => !isBareQuery(text))
                  .map((text) => `u.search = ${source(text)}`),
              ),
              { maxLength: 5 },
            ),
          )
          .map(
            ([start, steps]) =>
              `(() => { const u = new URL(${source(start)}, "https://base.example/x"); const p = u.searchParams; ${steps.join(";")}; return [${STATE}, ${ALL}] })()`,
          ),
      ),
    ),
  ).toEqual([]);
});

test("the classes look like Node's", async () => {
  expect(
    await differences(inside, [
      `Object.prototype.toString.call(new URL("a:b"))`,
      `Object.prototype.toString.call(new URLSearchParams())`,
      `[URL.name, URLSearchParams.name, URL.length >= 1, typeof URL.prototype.toString]`,
      `URL("a:b")`,
      `new URL()`,
      `new URL("x").code`,
      `URL.prototype.href`,
      `(() => { "use strict"; new URL("a:b").origin = "x" })()`,
      `new URLSearchParams().append("a")`,
      `new URLSearchParams().forEach(1)`,
      `(() => { const seen = []; new URLSearchParams("a=1&b=2").forEach(function (v, k, o) { seen.push(this.x, v, k, String(o)) }, { x: 9 }); return seen })()`,
      `(() => { const p = new URLSearchParams("a=1&b=2"); const seen = []; for (const [k] of p) { seen.push(k); if (k === "a") p.append("c", "3") } return seen })()`,
    ]),
  ).toEqual([]);
});
