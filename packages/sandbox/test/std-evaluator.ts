import fc from "fast-check";
import { afterAll } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { createSandbox, type SandboxOptions } from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";
import { keepUsualPriority } from "../../../test/usual-priority.ts";

/** What anything is, as JSON: errors by name and code, bytes one by one. */
const TELL = `
  const tell = (value) => {
    if (value === undefined) return "undefined";
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    if (Object.is(value, -0)) return "-0";
    if (typeof value === "bigint") return value + "n";
    if (value instanceof Error) return ["threw", value.name, value.code ?? null];
    if (ArrayBuffer.isView(value)) return ["bytes", ...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
    if (value instanceof ArrayBuffer) return ["buffer", ...new Uint8Array(value)];
    if (Array.isArray(value)) return value.map(tell);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tell(item)]));
  };
  const attempt = async (work) => {
    try { return tell(await work()); } catch (error) { return tell(error); }
  };`;

/** Evaluates an expression; `input` is given to it as JSON. */
export type Evaluate = (expression: string, input?: unknown) => Promise<unknown>;

/** An evaluator in a sandbox of its own, which is closed after the file's tests. */
export async function createEvaluator(options: SandboxOptions = {}): Promise<Evaluate> {
  keepUsualPriority();
  const sandbox = createSandbox({
    workers: 1,
    ...options,
    limits: { cpuMs: 60_000, wallMs: 120_000 },
  });
  afterAll(() => sandbox.close());
  return async (expression, input = null) => {
    const report = await loadAndReport(
      sandbox,
      `${TELL} async function report({ config }) { const { input } = config; return (${expression}); }`,
    );
    return report(createContext({ config: { input } }).context);
  };
}

/** The same in Node. */
async function evaluateOutside(expression: string): Promise<unknown> {
  const code = `${TELL} return (async () => ({ value: await (${expression}) }))();`;
  // oxlint-disable-next-line no-new-func, no-implied-eval -- the test's own text, to compare with
  const value: unknown = await new Function(code)();
  return Reflect.get(Object(JSON.parse(JSON.stringify(value))), "value");
}

/**
 * The expressions that inside of the sandbox are not what they are in Node; at most twenty. They can
 * use what the prelude declares.
 */
export async function differences(
  inside: Evaluate,
  expressions: readonly string[],
  prelude = "",
): Promise<string[]> {
  const differing: string[] = [];
  for (const batch of batchesOf(expressions)) {
    const attempts = batch.map((one) => `attempt(async () => (${one}))`);
    const all = `(() => { ${prelude}; return Promise.all([${attempts.join(",\n")}]) })()`;
    const found = Object(await inside(all));
    const expected = Object(await evaluateOutside(all));
    for (const [index, expression] of batch.entries()) {
      const [here, there] = [JSON.stringify(found[index]), JSON.stringify(expected[index])];
      if (here !== there) differing.push(`${expression}\n  inside ${here}, outside ${there}`);
    }
  }
  return differing.slice(0, 20);
}

/** A file has at most 256 KiB. */
function batchesOf(expressions: readonly string[]): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const expression of expressions) {
    room -= expression.length * 3 + 40;
    if (room < 0) {
      batches.push([]);
      room = 262_000;
    }
    batches.at(-1)?.push(expression);
  }
  return batches;
}

/** The same expressions each time, so that a change of ours is what makes a test fail. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261);

/** Some expressions out of an arbitrary one. */
export function sampleOf(expressions: fc.Arbitrary<string>, numRuns = 200): string[] {
  return fc.sample(expressions, { numRuns, seed });
}

/** A value as source. */
export function source(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}

/** Texts of all sorts: ASCII, Chinese, beyond the BMP, lone surrogates, NUL. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary-ascii", maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom("中", "é", "😀", "\ud800", "\udc00", "\0", " ", "+", "%", "&", "=", "a"),
    maxLength: 10,
  }),
);
