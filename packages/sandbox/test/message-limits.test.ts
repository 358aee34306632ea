import { expect, test } from "vitest";
import { prepareCall } from "./prepared-call.ts";
import { guestLimits, type LoadOutcome, type SliceOutcome } from "../src/protocol/call-messages.ts";
import { createExecutor } from "../src/machine/executor.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import { ARGUMENT_LIMITS, RESULT_CHARACTERS } from "../src/protocol/message-limits.ts";
import { compileWasm } from "../src/main/threads/wasm.ts";

const { memoryBytes } = DEFAULT_LIMITS;
const executor = await createExecutor({ wasmModule: (await compileWasm()).module, memoryBytes });
const limits = guestLimits({ ...DEFAULT_LIMITS, cpuMs: 120_000 });

function load(source: string): LoadOutcome {
  void executor.prepare(memoryBytes);
  return executor.load(source, limits);
}

/** Runs a handler's body until it ends or waits for the first time. */
async function run(body: string): Promise<SliceOutcome> {
  const source = `export function handler({ storage }) { ${body} }`;
  return executor.start(await prepareCall(executor, source, limits)).outcome;
}

const LONG = 8_000_000;

test("of a long result no more leaves the worker than shows that it is too long", async () => {
  const outcome = await run(`return { handled: true, more: "x".repeat(${LONG}) };`);
  expect(outcome.state === "done" && outcome.json.length).toBe(RESULT_CHARACTERS + 1);
  // It counts as what it was.
  expect(outcome.used.bytesOut).toBeGreaterThan(LONG);
});

test("nor of arguments", async () => {
  const long = `"x".repeat(${LONG})`;
  const { requests, used } = await run(
    `storage.set("s", "x"); storage.set("t", ${long}); storage.set("l", [${long}]);`,
  );
  const { characters } = ARGUMENT_LIMITS;
  const sizes = requests.map(({ json, texts }) => [json.length, texts?.at(-1)?.[1].length]);
  expect(sizes).toEqual([
    ['["s","x"]'.length, undefined],
    ["[null,null]".length, characters + 1],
    [characters + 1, undefined],
  ]);
  expect(used.bytesOut).toBeGreaterThan(LONG);
});

test("nor of a declaration", () => {
  const loaded = load(
    `export const meta = { description: "x".repeat(${LONG}) }; export const handler = () => {};`,
  );
  // Instead of it there is its length, by which it is refused.
  const told: unknown = JSON.parse(loaded.ok ? loaded.declaration : "null");
  const meta = JSON.stringify({ handler: true, meta: { description: "" } });
  expect(told).toEqual({ characters: meta.length + LONG });
});
