import { afterAll } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** Evaluates an expression inside of a sandbox; `input` is given to it as JSON. */
export type Evaluate = (expression: string, input?: unknown) => Promise<unknown>;

/** What `tell` makes of anything, so that inside and outside can be compared as JSON. */
const TELL = `
  const tell = (value) => {
    if (value === undefined) return "undefined";
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) return Object.is(value, -0) ? "-0" : String(value);
    if (typeof value === "bigint") return value + "n";
    if (value instanceof Error) return ["threw", value.name, value.code ?? null];
    if (ArrayBuffer.isView(value)) return ["bytes", ...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
    if (value instanceof ArrayBuffer) return ["buffer", ...new Uint8Array(value)];
    if (Array.isArray(value)) return value.map(tell);
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tell(item)]));
    }
    return value;
  };
  const attempt = (work) => {
    try {
      const value = work();
      return typeof value?.then === "function" ? value.then(tell, tell) : tell(value);
    } catch (error) { return tell(error); }
  };`;

/** An evaluator in a sandbox of its own, which is closed after the file's tests. */
export async function createEvaluator(): Promise<Evaluate> {
  const sandbox = createSandbox({ limits: { cpuMs: 5000 } });
  afterAll(() => sandbox.close());
  return async (expression, input = null) => {
    const plugin = await sandbox.load(
      `${TELL} export async function handler({ config }) { const { input } = config; return { value: await (${expression}) }; }`,
    );
    const result = await plugin.handler(createContext({ config: { input } }).context);
    return Reflect.get(result, "value");
  };
}

/** Evaluates the same expression in Node. */
export async function evaluateOutside(expression: string, input: unknown = null): Promise<unknown> {
  // oxlint-disable-next-line no-new-func, no-implied-eval -- the test's own text, for Node to compare with
  const work = new Function(
    "input",
    `${TELL} return (async () => ({ value: await (${expression}) }))();`,
  );
  const result: unknown = JSON.parse(JSON.stringify(await work(input)));
  return Reflect.get(Object(result), "value");
}
