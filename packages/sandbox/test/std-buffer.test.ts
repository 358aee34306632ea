import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anyEncoding,
  buffer,
  encoding,
  ENCODINGS,
  number,
  offset,
  text,
} from "./std-buffer-arbitraries.ts";
import { createEvaluator, differences, sampleOf, source } from "./std-evaluator.ts";

const inside = await createEvaluator();

/**
 * Left out on purpose:
 *
 * | Node has | here | why |
 * | --- | --- | --- |
 * | `new Buffer(…)`, `Buffer(…)` | only as `Uint8Array`'s constructor | long deprecated |
 * | `swap16`, `latin1Slice`, `inspect`, `transcode` … | none | no plugin was seen to need them |
 * | which error, when two arguments are wrong | perhaps the other one | no order is promised |
 * | `indexOf` in an odd number of bytes as UTF-16, fractions as `writeIntBE` | sound | Node's are by chance |
 * | `Buffer.poolSize`, slices of a shared pool | each buffer its own memory | fewer surprises |
 */

const join = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((values) => values.join(", "));

test("makes bytes of texts, lists and buffers, and texts of bytes", async () => {
  expect(
    await differences(inside, [
      ...sampleOf(
        fc
          .tuple(text, anyEncoding)
          .map(([value, name]) => `Buffer.from(${source(value)}, ${name})`),
        300,
      ),
      ...sampleOf(
        fc
          .tuple(buffer, anyEncoding, offset, offset)
          .map(([b, name, from, to]) => `${b}.toString(${name}, ${from}, ${to})`),
        300,
      ),
      ...sampleOf(
        fc
          .tuple(text, anyEncoding)
          .map(([value, name]) => `Buffer.byteLength(${source(value)}, ${name})`),
      ),
      ...sampleOf(
        fc
          .tuple(offset, offset)
          .map(
            ([from, length]) => `Buffer.from(Uint8Array.of(1, 2, 3, 4).buffer, ${from}, ${length})`,
          ),
      ),
      ...sampleOf(
        fc.array(number, { maxLength: 4 }).map((list) => `Buffer.from([${list.join()}])`),
      ),
      ...sampleOf(
        fc
          .tuple(offset, fc.oneof(text.map(source), number, buffer), anyEncoding)
          .map(([size, fill, name]) => `Buffer.alloc(Math.min(${size}, 40), ${fill}, ${name})`),
      ),
      ..."undefined,null,1,true,() => 1,{},{ length: 2 },{ length: 'x' },{ 0: 5, length: 1 },new String('ab'),{ valueOf: () => 1 },Symbol.iterator,new Uint16Array([1, 256]),new DataView(new ArrayBuffer(2)),JSON.parse(JSON.stringify(Buffer.from('ab'))),{ type: 'Buffer', data: 1 },{ valueOf: () => 'x' },{ [Symbol.toPrimitive]: () => 'p' }"
        .split(/,(?![^{(]*[)}])/u)
        .map((value) => `Buffer.from(${value})`),
      ..."undefined,null,1,{},new ArrayBuffer(3),new Uint16Array(2)"
        .split(",")
        .map((value) => `Buffer.byteLength(${value})`),
      ..."-1,NaN,'1',undefined,1.5,2 ** 60".split(",").map((value) => `Buffer.alloc(${value})`),
      ...ENCODINGS.concat("UTF16LE", "no", "").map((name) => `Buffer.isEncoding(${source(name)})`),
    ]),
  ).toEqual([]);
});

test("joins and compares", async () => {
  expect(
    await differences(inside, [
      ...sampleOf(
        fc
          .tuple(fc.array(buffer, { maxLength: 4 }), offset)
          .map(
            ([list, total]) =>
              `Buffer.concat([${list.join()}], ${total === "Infinity" || total === "2 ** 32" ? "30" : total})`,
          ),
      ),
      ...sampleOf(
        fc
          .tuple(buffer, buffer)
          .map(
            ([a, b]) =>
              `[${a}.equals(${b}), ${a}.compare(${b}), Buffer.compare(${a}, ${b}), ${a}.equals(${a})]`,
          ),
      ),
      ...sampleOf(
        join(buffer, offset, offset, offset, offset).chain((args) =>
          buffer.map((b) => `${b}.compare(${args})`),
        ),
        400,
      ),
      "Buffer.concat()",
      "Buffer.concat([1])",
      "Buffer.compare('a', 'b')",
      "Buffer.from('a').equals('a')",
      "[Buffer.isBuffer(Buffer.alloc(1)), Buffer.isBuffer(new Uint8Array(1)), Buffer.isBuffer(null)]",
      "JSON.stringify(Buffer.from('é'))",
      "[Buffer.name, Buffer.from('a') instanceof Uint8Array, Object.prototype.toString.call(Buffer.from('a'))]",
      "[...Buffer.from('abc').entries(), ...Buffer.from('a').map((x) => x + 1)]",
    ]),
  ).toEqual([]);
});

test("cuts without copying, copies, fills and writes", async () => {
  expect(
    await differences(inside, [
      ...sampleOf(
        fc
          .tuple(buffer, offset, offset)
          .map(
            ([b, from, to]) =>
              `(() => { const b = ${b}; const s = b.slice(${from}, ${to}); const t = b.subarray(${from}, ${to}); s.fill(1); return [b, s, t, Buffer.isBuffer(s), Buffer.isBuffer(t)] })()`,
          ),
      ),
      ...sampleOf(
        fc
          .tuple(buffer, buffer, join(offset, offset, offset))
          .map(([a, b, args]) => `(() => { const b = ${b}; return [${a}.copy(b, ${args}), b] })()`),
        300,
      ),
      ...sampleOf(
        fc
          .tuple(
            buffer,
            fc.oneof(text.map(source), number, buffer),
            join(offset, offset, anyEncoding),
          )
          .map(([b, value, args]) => `${b}.fill(${value}, ${args})`),
        400,
      ),
      ...sampleOf(
        fc
          .tuple(buffer, text, anyEncoding)
          .map(([b, value, name]) => `${b}.fill(${source(value)}, ${name})`),
      ),
      ...sampleOf(
        fc
          .tuple(buffer, text, join(offset, offset, anyEncoding))
          .map(
            ([b, value, args]) =>
              `(() => { const b = ${b}; return [b.write(${source(value)}, ${args}), b] })()`,
          ),
        400,
      ),
      ...sampleOf(
        fc
          .tuple(buffer, text, encoding)
          .map(
            ([b, value, name]) =>
              `(() => { const b = ${b}; return [b.write(${source(value)}, ${name}), b, b.write(${source(value)}, 1, ${name}), b] })()`,
          ),
      ),
      "Buffer.alloc(2).write(1)",
      "Buffer.alloc(4).fill('')",
      "Buffer.alloc(4).fill(new Uint8Array())",
    ]),
  ).toEqual([]);
});

test("finds texts, bytes and numbers", async () => {
  const needle = fc.oneof(
    text.map((value) => source(value.toWellFormed())),
    number,
    buffer,
    fc.constantFrom("{}", '""', "new Uint8Array()"),
  );
  // Node itself ends with a failed assertion when the encoding is null or the text is malformed.
  const bytewise = ENCODINGS.filter((name) => !["utf16le", "ucs2"].includes(name));
  const known = fc.constantFrom(...bytewise.map(source), "undefined", '"no"');
  const few = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 3 });
  expect(
    await differences(inside, [
      ...sampleOf(
        fc
          .tuple(
            fc.constantFrom("indexOf", "lastIndexOf", "includes"),
            buffer,
            needle,
            offset,
            known,
          )
          .map(([method, b, value, at, name]) => `${b}.${method}(${value}, ${at}, ${name})`),
        500,
      ),
      ...sampleOf(
        fc
          .tuple(
            fc.constantFrom("indexOf", "lastIndexOf", "includes"),
            few,
            few,
            few,
            offset,
            fc.constantFrom("utf8", "utf16le"),
          )
          .map(
            ([method, a, b, value, at, name]) =>
              `Buffer.from(${source(a + b + value + b)}, "${name}").${method}(${source(value)}, ${at}, "${name}")`,
          ),
        500,
      ),
      "Buffer.from('abc').indexOf('c', 'latin1')",
      "Buffer.from('abc').indexOf('c')",
    ]),
  ).toEqual([]);
});

test("compares long buffers, however they begin and wherever they differ", async () => {
  const places = [0, 3, 65_534, 65_535, 65_536, 131_071, 200_000, 200_002];
  const prelude = "const a = Buffer.alloc(200_003, 7);";
  const cases = places.flatMap((at) =>
    [0, 1].map(
      (start) => `(() => {
      const b = Buffer.from(a);
      b[${at}] = 9;
      const [one, other] = [a.subarray(${start}), b.subarray(${start})];
      return [one.equals(other), one.compare(other), other.compare(one), one.compare(b), Buffer.compare(b, a.subarray(0, ${at}))];
    })()`,
    ),
  );
  const same =
    "[a.equals(Buffer.from(a)), a.compare(a), a.subarray(1).equals(a.subarray(0, -1)), a.equals(a.subarray(1))]";
  expect(await differences(inside, [...cases, same], prelude)).toEqual([]);
});

test("copies views of every kind", async () => {
  const views = [
    "Uint8Array",
    "Uint8ClampedArray",
    "Int8Array",
    "Uint16Array",
    "Int32Array",
    "Float64Array",
  ];
  expect(
    await differences(inside, [
      ...views.map((kind) => `Buffer.from(${kind}.of(1, -2, 300.7, 255))`),
      "Buffer.from(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))",
      "(() => { const a = Uint8Array.of(1, 2); const b = Buffer.from(a); a[0] = 9; return b; })()",
      "Buffer.from(Buffer.from([1, 2]))",
    ]),
  ).toEqual([]);
});
