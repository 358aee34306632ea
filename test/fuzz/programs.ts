import fc from "fast-check";

/** Values that have broken something somewhere. */
const ODD_VALUES = [
  "undefined",
  "null",
  "NaN",
  "-0",
  "-1",
  "1.5",
  "2 ** 31",
  "2 ** 32 - 1",
  "2 ** 53 - 1",
  "Infinity",
  "1n << 70n",
  "-(2n ** 64n)",
  "''",
  "'\\u0000'",
  "'\\ud800'",
  "'__proto__'",
  "'constructor'",
  "'then'",
  "'x'.repeat(1e5)",
  "'é'.repeat(1e5)",
  "'a,'.repeat(1e4)",
  "[]",
  "{}",
  "new Array(1e7)",
  "new Array(1e4).fill(0)",
  "[[[[]]]]",
  "Object.create(null)",
  "new Uint8Array(1e5)",
  "new ArrayBuffer(8, { maxByteLength: 1e6 })",
  "new DataView(new ArrayBuffer(8))",
  "new Map([[1, 2]])",
  "new Set([1])",
  "new Date(NaN)",
  "/(a+)+$/g",
  "Symbol.iterator",
  "Symbol('s')",
  "() => 1",
  "function* () { yield 1 }",
  "async () => { await 0 }",
  "class { static x = 1 }",
  "Promise.resolve(1)",
  "Promise.reject(0)",
  "new Promise(() => {})",
  "{ then(f) { f(1) } }",
  "{ toJSON() { return this } }",
  "{ valueOf() { return 1e9 }, toString() { return 'v' } }",
  "{ length: 2 ** 53 - 1 }",
  "{ length: 1e6, 0: 1 }",
  "{ get x() { throw 1 } }",
  "new Proxy({}, { get: (t, k) => k })",
  "new Proxy([], { ownKeys() { throw 2 } })",
  "new Proxy(() => {}, { apply: () => ctx })",
  "ctx",
  "ctx.bot",
  "msg",
  "ctx.mediaBuffer",
  "globalThis",
  "arguments",
  "Buffer.from('bytes')",
  "new URL('https://a.example/?q=1#f')",
  "new Headers({ a: 'b' })",
  "new Response('body')",
  "AbortSignal.abort()",
  "new Error('odd', { cause: 1 })",
];

/** Where functions lie; their names are asked of the guest. */
const PLACES = [
  "Object",
  "Function",
  "Array",
  "String",
  "Number",
  "BigInt",
  "Boolean",
  "Symbol",
  "Date",
  "RegExp",
  "Promise",
  "Map",
  "Set",
  "WeakMap",
  "WeakRef",
  "Error",
  "ArrayBuffer",
  "DataView",
  "Uint8Array",
  "Float64Array",
  "BigInt64Array",
  "Iterator",
  "Buffer",
  "URL",
  "URLSearchParams",
  "Headers",
  "Request",
  "Response",
  "TextEncoder",
  "TextDecoder",
  "AbortController",
  "AbortSignal",
  "EventTarget",
  "Event",
  "DOMException",
].flatMap((name) => [name, `${name}.prototype`]);
const NAMESPACES = ["JSON", "Math", "Reflect", "console", "crypto", "crypto.subtle", "globalThis"];

const VARIABLES = ["a", "b", "c", "d"];
const OPERATORS = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "<<",
  ">>>",
  "==",
  "===",
  "<",
  "in",
  "instanceof",
  "??",
  "&&",
  ",",
];

const HOST_CALLS = [
  "ctx.bot.reply(msg, E)",
  "ctx.bot.sendText('u', E)",
  "ctx.bot.sendImage('u', E)",
  "ctx.bot.downloadRaw(E)",
  "ctx.storage.get(E)",
  "ctx.storage.get('k')",
  "ctx.storage.set('k', E)",
  "ctx.storage.set(E, E)",
  "ctx.storage.keys()",
  "ctx.aiService.getModelInfo(E)",
  "ctx.aiService.callModel(E)",
  "ctx.searchService.search(E)",
  "ctx.getPlatformCreds(E)",
  "fetch(E)",
  "fetch('https://api.example/', E)",
];

/** `E` and `S` stand for expressions and statements that are drawn in their turn. */
const EXPRESSIONS = [
  "(E)",
  "[E, E]",
  "[...[E]]",
  "{ x: E, [E]: E }",
  "{ ...E }",
  "(E)?.[E]",
  "(E)?.(E, E)",
  "new (E)(E)",
  "typeof (E)",
  "`${E} ${E}`",
  "await (E)",
  "await Promise.race([E, E])",
  "await Promise.allSettled([E, E])",
  "(async () => { S })()",
  "[...(function* () { yield V; yield* V; })()]",
  "Array.from({ length: 1000 }, () => V)",
  "Array.from(E, (x) => [x, V])",
  "new Proxy(E, E)",
  "structuredClone(E)",
  "JSON.stringify(E)",
  "JSON.parse(JSON.stringify(E))",
  "markdownToPlainText(E)",
  "setTimeout(async () => { S }, 1)",
  "setInterval(async () => { S }, E)",
  "queueMicrotask(async () => { S })",
  "new (class extends (E) { #x = V; static { V = this; } constructor() { super(V, V); } })(E)",
  "Object.defineProperty(E, E, { get: () => V, configurable: true })",
  "new RegExp(E, 'gu')",
  "await import(E)",
  "(E, new Function('return 1'))",
];

const STATEMENTS = [
  "V = E;",
  "V = E;",
  "E;",
  "const { x = E, ...rest } = E;",
  "[V, V] = E;",
  "if (E) { S } else { S }",
  "for (let i = 0; i < 10; i++) { S }",
  "for (const x of E) { S }",
  "for (const x in E) { S }",
  "for await (const x of E) { S }",
  "while (E) { S break; }",
  "for (;;) { S }",
  "do { S } while (await E)",
  "try { S } catch (error) { V = error; S }",
  "try { S } finally { S }",
  "throw E;",
  "return E;",
  "console.log(E);",
  "{ const deeper = async (x = V, ...y) => { S return deeper(V); }; await deeper(E); }",
  "V = { get x() { return V.x; }, toJSON() { return V; }, async *[Symbol.asyncIterator]() { S yield E; } };",
  "await null; S",
  "for (const x of [1, 2]) { S continue; }",
  "switch (E) { case E: S default: S }",
  "delete V[E];",
  "V[E] = E;",
];

/** Draws a text for each letter of a template. */
function fill(
  template: fc.Arbitrary<string>,
  letters: Readonly<Record<string, fc.Arbitrary<string>>>,
): fc.Arbitrary<string> {
  const pattern = new RegExp(`\\b[${Object.keys(letters).join("")}]\\b`, "g");
  return template.chain((text) => {
    const places = text.match(pattern) ?? [];
    const drawn = places.map((letter) => letters[letter] ?? fc.constant(letter));
    return fc.tuple(...drawn).map((parts) => {
      const left = [...parts];
      return text.replace(pattern, () => left.shift() ?? "");
    });
  });
}

const variable = fc.constantFrom(...VARIABLES);

const { expression, statement } = fc.letrec<{ expression: string; statement: string }>((tie) => {
  const inner = { E: tie("expression"), S: tie("statement"), V: variable };
  const leaf = fc.oneof(
    fc.constantFrom(...ODD_VALUES),
    variable,
    fc.string().map((text) => JSON.stringify(text)),
  );
  const called = fc
    .tuple(
      fc.constantFrom(...PLACES, ...NAMESPACES),
      fc.nat(40),
      tie("expression"),
      tie("expression"),
      tie("expression"),
    )
    .map(([place, at, self, one, two]) => `method(${place}, ${at})?.call(${self}, ${one}, ${two})`);
  const operation = fc
    .tuple(tie("expression"), fc.constantFrom(...OPERATORS), tie("expression"))
    .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`);
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthIdentifier: "program" },
      leaf,
      called,
      operation,
      fill(fc.constantFrom(...HOST_CALLS), inner).map((text) => `(await ${text})`),
      fill(fc.constantFrom(...EXPRESSIONS), inner),
    ),
    statement: fc.oneof(
      { maxDepth: 4, depthIdentifier: "program" },
      fill(fc.constantFrom("V = 1;", "V++;", "return;"), inner),
      fill(fc.constantFrom(...STATEMENTS), inner),
    ),
  };
});

/** A plugin out of random statements; a few of them run while it is loaded. */
const grown: fc.Arbitrary<string> = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 8 }), fc.option(expression, { freq: 8 }))
  .map(([statements, top]) => {
    const guarded = statements.map((text) => `  try { ${text} } catch (error) { d = error; }`);
    const loaded = top === null ? "" : `let ctx, msg; try { void (${top}); } catch {}`;
    return `const method = (place, at) => {
  const keys = Reflect.ownKeys(place);
  return Object.getOwnPropertyDescriptor(place, keys[at % keys.length])?.value;
};
${top === null ? "" : `await (async function () { ${loaded} })();`}
export async function handler(ctx) {
  const { msg } = ctx;
  let a = [1, 2, 3], b = { x: 1 }, c = "text", d;
${guarded.join("\n")}
  return { handled: true };
}`;
  });

/** One change to a text. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  added: fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      "await ",
      "`",
      "=>",
      "...",
      "async ",
      "*",
      "new ",
      "0",
      ";",
    ),
    fc.constantFrom(...ODD_VALUES),
  ),
});

/** A known attack with a few changes. */
function mutated(corpus: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([source, edits]) => {
      let text = source;
      for (const { at, removed, added } of edits) {
        const place = Math.floor(at * text.length);
        text = text.slice(0, place) + added + text.slice(place + removed);
      }
      return text;
    });
}

/** Plugins of all kinds: out of the grammar, or changed attacks. */
export function programs(corpus: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: grown }, { weight: 1, arbitrary: mutated(corpus) });
}
