import fc from "fast-check";
import { expect, test } from "vitest";
import { createEvaluator, differences, sampleOf } from "./std-evaluator.ts";

const inside = await createEvaluator();

/** What a clone is, in a text that shows kinds, keys, holes and which parts are one and the same. */
const SHOW = `
  const show = (value, seen = new Map()) => {
    if (typeof value === "bigint") return value + "n";
    if (Object(value) !== value) return Object.is(value, -0) ? "-0" : typeof value + ":" + String(value);
    if (seen.has(value)) return "#" + seen.get(value);
    seen.set(value, seen.size);
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    const inner = (each) => show(each, seen);
    if (value instanceof Date) return kind + value.getTime();
    if (value instanceof RegExp) return kind + String(value) + value.lastIndex;
    if (value instanceof Map) return kind + "{" + [...value].map(([k, v]) => inner(k) + "=>" + inner(v)) + "}";
    if (value instanceof Set) return kind + "{" + [...value].map(inner) + "}";
    if (value instanceof ArrayBuffer) return kind + new Uint8Array(value).join("-");
    if (ArrayBuffer.isView(value)) return kind + value.byteOffset + "+" + value.byteLength + "of" + inner(value.buffer);
    if (value instanceof Error) return [kind, value.constructor.name, value.name, value.message, Object.hasOwn(value, "stack"), "cause" in value ? inner(value.cause) : "", Object.keys(value)].join("|");
    if (["Number", "String", "Boolean", "BigInt"].includes(kind)) return kind + "(" + inner(value.valueOf()) + ")";
    return kind + "[" + (Array.isArray(value) ? value.length : "") + "]{" + Object.keys(value).map((key) => key + ":" + inner(value[key])) + "}" + (Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value));
  };`;

const leaf = fc.constantFrom(
  "1",
  "-0",
  "NaN",
  "undefined",
  "null",
  "true",
  '"text"',
  '"\\ud800\\0"',
  "5n",
  "new Date(5)",
  "new Date(NaN)",
  "Object.assign(/a(b)/giu, { lastIndex: 2 })",
  "new Uint8Array([1, 2, 3]).subarray(1)",
  "new Float64Array([1.5])",
  "new DataView(new ArrayBuffer(4), 1, 2)",
  "new ArrayBuffer(2)",
  "Buffer.alloc(2, 'ab')",
  "new Number(5)",
  "new String('s')",
  "new Boolean(false)",
  "Object(5n)",
  "[1, , 3]",
  "Object.assign([1], { extra: 2 })",
  "new RangeError('r')",
  "Object.assign(new TypeError('t', { cause: { a: 1 } }), { extra: 1 })",
  "Object.assign(new Error('e'), { name: 'Custom' })",
  "new (class Point { constructor() { this.x = 1 } get y() { return 2 } })()",
  "Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } })",
  "{ get computed() { return [1] } }",
  "{ [Symbol('s')]: 1, a: 2 }",
  "Object.create(null, { a: { value: 1, enumerable: true } })",
  "shared",
  "root",
  "{ __proto__: null, ['__proto__']: 1 }",
  "new DOMException('m', 'AbortError')",
  "new AggregateError([1], 'all')",
);
const refused = fc.constantFrom(
  "() => 1",
  "Symbol('s')",
  "Object(Symbol('s'))",
  "Promise.resolve()",
  "new WeakMap()",
  "new WeakSet()",
  "new WeakRef({})",
  "{ deep: [{ f() {} }] }",
  "new Map([[1, () => 1]])",
  "{ get a() { throw new RangeError('getter') } }",
  "new Headers()",
  "new Response()",
  "new URLSearchParams()",
  "new URL('a:b')",
);
const tree = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("node"), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(tie("node"), { maxLength: 3 })
      .map((items) => `({ ${items.map((item, at) => `k${at}: ${item}`).join()} })`),
    fc.array(tie("node"), { maxLength: 2 }).map((items) => `new Set([${items.join()}])`),
    fc
      .array(fc.tuple(tie("node"), tie("node")), { maxLength: 2 })
      .map((items) => `new Map([${items.map((item) => `[${item.join()}]`).join()}])`),
  ),
})).node;

/**
 * | deliberately unlike Node | why |
 * | --- | --- |
 * | a `Proxy` is cloned by what it shows, Node refuses it | the guest cannot tell |
 * | `{ transfer }` copies and leaves the original as it is | no other thread could own it |
 * | an `AbortSignal` is refused, Node makes it `{}` | a signal that never comes is no copy |
 * | `AggregateError` loses its `errors`, as in Node; a `DOMException` keeps name and message | |
 */
test("structuredClone copies what Node's copies", async () => {
  const expressions = sampleOf(
    tree.map(
      (value) =>
        `(() => { const shared = [1]; const root = { shared }; root.value = ${value}; root.self = root; return [show(structuredClone(root)), show(root) === show(structuredClone(structuredClone(root)))] })()`,
    ),
    300,
  );
  expect(await differences(inside, expressions, SHOW)).toEqual([]);
});

test("structuredClone refuses what Node's refuses", async () => {
  const expressions = sampleOf(
    fc
      .tuple(refused, tree)
      .map(
        ([bad, good]) =>
          `(() => { const shared = [1], root = {}; structuredClone([${good}, ${bad}]); return "cloned" })()`,
      ),
    80,
  );
  expect(await differences(inside, [...expressions, "structuredClone()"])).toEqual([]);
  expect(
    await inside(
      `(() => { try { structuredClone(() => 1) } catch (e) { return [e instanceof DOMException, e.name, e.code] } })()`,
    ),
  ).toEqual([true, "DataCloneError", 25]);
});
