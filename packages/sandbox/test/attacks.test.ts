import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const sandbox = createSandbox({ limits: { cpuMs: 75, memoryBytes: 64 * 2 ** 20 } });
afterAll(() => sandbox.close());

const CPU = ["SANDBOX_CPU_LIMIT"];
const MEMORY = ["SANDBOX_MEMORY_LIMIT"];
const ERROR = ["PLUGIN_ERROR"];
/** Whichever is reached first, on a fast or a slow machine. */
const NOTHING = ["handled"];
const EITHER = [...CPU, ...MEMORY, ...ERROR];

/** What a hostile handler does, and the codes with which its call may end. */
const ATTACKS: [what: string, body: string, codes: readonly string[]][] = [
  ["endless loop", "for (;;);", CPU],
  ["endless loop in try", "for (;;) { try { for (;;); } catch {} finally { continue } }", CPU],
  ["endless getter", "const o = { get x() { for (;;); } }; o.x", CPU],
  [
    "endless iterator",
    "for (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1 }) } } });",
    CPU,
  ],
  [
    "endless generator return",
    "function* g() { try { yield 1 } finally { for (;;); } } for (const x of g()) break",
    CPU,
  ],
  [
    "await around the interrupt",
    "for (;;) { try { await (async () => { for (;;); })() } catch {} }",
    CPU,
  ],
  [
    "promises that turn the interrupt into a rejection",
    "for (;;) new Promise(() => { for (;;); }).catch(() => {})",
    CPU,
  ],
  ["promise bomb", "for (;;) await 0", CPU],
  [
    "growing promise bomb",
    "const f = () => Promise.resolve().then(() => { f(); f(); }); f(); await new Promise(() => {})",
    EITHER,
  ],
  ["catastrophic pattern", "/^(a+)+$/.test('a'.repeat(40) + 'b')", CPU],
  ["endless sort", "Array.from({ length: 1e6 }, (_, i) => -i).sort(() => { for (;;); })", EITHER],
  [
    "sort with a lying comparator",
    "Array.from({ length: 1e5 }, (_, i) => i).sort(() => { throw new Error('no') })",
    EITHER,
  ],
  ["native search that never polls", "'a'.repeat(4e6).indexOf('a'.repeat(2e6) + 'b')", CPU],
  [
    "join of an endless array",
    "const a = []; a.length = 2 ** 32 - 1; a.join()",
    [...CPU, ...MEMORY],
  ],
  ["never settles", "await new Promise(() => {})", ["PLUGIN_NEVER_SETTLED"]],
  ["thenable that never settles", "return { then() {} }", ["PLUGIN_NEVER_SETTLED"]],
  ["thenable that throws", "return { then() { throw new Error('then') } }", ERROR],
  ["huge text", "'a'.repeat(2 ** 30)", EITHER],
  ["growing text", "let s = 'x'; for (;;) s += s", EITHER],
  ["huge array", "new Array(2 ** 31).fill(1)", EITHER],
  ["huge typed array", "new Uint8Array(2 ** 30)", EITHER],
  ["huge number", "2n ** (2n ** 26n)", EITHER],
  ["huge spread", "Math.max(...new Array(1e6))", EITHER],
  ["texts of a megabyte", "const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)", EITHER],
  ["typed arrays", "const a = []; for (;;) a.push(new Uint8Array(1e6))", MEMORY],
  ["objects without end", "const a = []; for (;;) a.push({ a: {} })", EITHER],
  ["map without end", "const m = new Map(); for (let i = 0; ; i++) m.set({}, i)", EITHER],
  ["memory in jobs", "const a = []; for (;;) { await null; a.push(new Uint8Array(1e5)) }", EITHER],
  ["recursion", "const f = () => f(); f()", ERROR],
  [
    "recursion through a proxy",
    "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x",
    EITHER,
  ],
  ["nested JSON", "JSON.parse('['.repeat(1e6))", EITHER],
  ["nested result", "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o", EITHER],
  ["nested arrays", "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.join()", EITHER],
  [
    "array that holds itself in its text",
    "const a = []; a[0] = a; return { handled: a.join() === '' }",
    ERROR,
  ],
  ["result that counts for ever", "return { toJSON() { for (;;); } }", CPU],
  ["error that counts for ever", "throw { get message() { for (;;); } }", CPU],
  ["unhandled rejection", "Promise.reject(new Error('x')); return { handled: true }", NOTHING],
  ["throws null", "throw null", ERROR],
  [
    "throw in a timer",
    "setTimeout(() => { throw new Error('tick') }, 1); await new Promise(() => {})",
    ERROR,
  ],
  ["loop in a timer", "setTimeout(() => { for (;;); }, 1); await new Promise(() => {})", CPU],
];

const GOOD = `let count = 0;
  export async function handler({ bot, msg, storage }) {
    await storage.set("count", ++count);
    await bot.reply(msg, "good " + count + await storage.get("count"));
    return { handled: true };
  }`;

/** The code with which a call of the handler ends, or "handled". */
async function attempt(source: string): Promise<string> {
  const plugin = await sandbox.load(source);
  const { context, replies } = createContext();
  const outcome = await plugin.handler(context).catch((error: unknown) => error);
  if (outcome instanceof Error && "code" in outcome) return String(outcome.code);
  return ["handled", ...replies].join(" ");
}

describe("attacks end with a code, and the next plugin works", () => {
  test.each(ATTACKS)("%s", async (_what, body, codes) => {
    const bad = `export async function handler({ bot, msg, storage }) { ${body}; return { handled: true }; }`;
    for (let round = 0; round < 2; round++) {
      const [attacker, neighbour] = await Promise.all([attempt(bad), attempt(GOOD)]);
      expect(codes).toContain(attacker);
      expect(neighbour).toBe("handled good 11");
      expect(await attempt(GOOD)).toBe("handled good 11");
    }
  });
});
