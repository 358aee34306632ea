import { createSandbox, type SandboxEvent } from "@botwright/sandbox";
import { describe, expect, test, vi } from "vitest";
import { createExecutor, type Executor } from "../src/machine/executor.ts";
import { GuestCall } from "../src/machine/calls/guest-call.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import { compileWasm } from "../src/main/threads/wasm.ts";
import {
  type CallInput,
  type HostAnswer,
  type SliceOutcome,
  type SuspendedCall,
} from "../src/protocol/call-messages.ts";
import { claimMemory } from "../src/protocol/memory-claim.ts";
import { createContext } from "./context.ts";
import { prepareCall } from "./prepared-call.ts";

const { memoryBytes } = DEFAULT_LIMITS;
const { module } = await compileWasm();

/** Some 100 ms. */
const LONG = "for (let i = 0; i < 4e6; i++) sum = (sum + i) % 1_000_003";

/** A handler that waits once and then computes; its result depends on what it did before and after. */
const SOURCE = `export async function handler({ storage }) {
  let sum = Math.floor(Math.random() * 1000);
  console.log("before", sum);
  const value = await storage.get("key");
  console.log(value, sum);
  ${LONG};
  await storage.set("key", sum);
  return { handled: sum > 0 };
}`;

interface Machine {
  readonly executor: Executor;
  readonly input: (source: string) => Promise<CallInput>;
  /** States of the calls that were put aside. */
  readonly suspended: SuspendedCall[];
  /** Called where the core can be yielded. */
  readonly hooks: { onYield: () => void };
}

async function createMachine(base?: Executor["base"]): Promise<Machine> {
  const suspended: SuspendedCall[] = [];
  const hooks = { onYield(): void {} };
  const executor = await createExecutor({
    wasmModule: module,
    memoryBytes,
    ...(base && { base }),
    yieldCore: () => hooks.onYield(),
    onSuspended: (_call, state) => void suspended.push({ ...state, used: { ...state.used } }),
  });
  const input = (source: string): Promise<CallInput> => prepareCall(executor, source);
  return { executor, input, suspended, hooks };
}

const answersTo = ({ requests }: SliceOutcome): HostAnswer[] =>
  requests.map(({ id }) => ({ id, at: 5, ok: true, json: '"value"' }));

/** Does something for which time stands still: it is short, however long the machine takes. */
function inNoTime<Result>(work: () => Result): Result {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  try {
    return work();
  } finally {
    clock.mockRestore();
  }
}

/** What a slice has done, without the times that it took. */
function deedsOf(outcome: SliceOutcome | undefined): unknown {
  if (outcome === undefined) throw new Error("the call is not here");
  const { state, requests, logs, used } = outcome;
  return { state, requests, logs, used: { ...used, cpuMs: 0 } };
}

describe("a short slice that takes longer", () => {
  test("leaves nothing behind when it is a call's first one", async () => {
    const { executor, input } = await createMachine();
    const given = await input(
      `export function handler() { let sum = 0; console.log("x"); ${LONG}; return { handled: true } }`,
    );
    const { outcome } = executor.start(given, true);
    expect(outcome).toMatchObject({ state: "cut", requests: [], logs: [] });
    expect(executor.resident).toBeUndefined();
    await executor.prepare(memoryBytes);
    const again = executor.start(given);
    expect(again.outcome).toMatchObject({ state: "done", logs: ["info x"] });
  });

  test("runs again in another machine as if it had never run", async () => {
    const one = await createMachine();
    const given = await one.input(SOURCE);
    // Undisturbed, to compare with.
    const whole = one.executor.start(given);
    await one.executor.prepare(memoryBytes, whole.call);
    const expected = deedsOf(one.executor.resume(whole.call, answersTo(whole.outcome)));
    one.executor.drop(whole.call);

    await one.executor.prepare(memoryBytes);
    const { call, outcome } = one.executor.start(given);
    await one.executor.prepare(memoryBytes);
    const before = one.suspended.at(-1);
    const cut = one.executor.resume(call, answersTo(outcome), true);
    expect(cut).toMatchObject({ state: "cut", requests: [], logs: [] });
    expect(one.executor.resident).toBeUndefined();

    const diff = before === undefined ? undefined : claimMemory(before.diff);
    if (before === undefined || diff === undefined) throw new Error("the memory is lost");
    const other = await createMachine(one.executor.base);
    const moved = new GuestCall(await other.input(SOURCE), { ...before, diff });
    await other.executor.prepare(memoryBytes, moved);
    expect(deedsOf(other.executor.resume(moved, answersTo(outcome)))).toEqual(expected);
  });
});

describe("a short slice that is short enough", () => {
  const QUICK = SOURCE.replace(LONG, "sum += 1");

  test("counts, and nobody else can have the memory from before it", async () => {
    const { executor, input, suspended } = await createMachine();
    const given = await input(QUICK);
    const { call, outcome } = inNoTime(() => executor.start(given, true));
    await executor.prepare(memoryBytes);
    const next = inNoTime(() => executor.resume(call, answersTo(outcome), true));
    expect(next).toMatchObject({ state: "waiting", requests: [{ operation: "storage.set" }] });
    expect(suspended.map(({ diff }) => claimMemory(diff))).toEqual([undefined]);
    await executor.prepare(memoryBytes, call);
    const last = next === undefined ? undefined : executor.resume(call, answersTo(next));
    expect(last).toMatchObject({ state: "done", json: '{"handled":true}' });
  });

  test("does not count when the call was moved meanwhile", async () => {
    const { executor, input, suspended, hooks } = await createMachine();
    const { call, outcome } = executor.start(await input(QUICK));
    await executor.prepare(memoryBytes);
    const claimed: unknown[] = [];
    // In vain while the memory is copied into the machine, and once it is there, before the answer.
    hooks.onYield = () => {
      const won = suspended.map(({ diff }) => claimMemory(diff)).find((diff) => diff !== undefined);
      if (won !== undefined) claimed.push(won);
    };
    expect(inNoTime(() => executor.resume(call, answersTo(outcome), true))).toBeUndefined();
    expect(claimed).toEqual([expect.objectContaining({ end: expect.any(Number) })]);
    expect(executor.resident).toBeUndefined();
    hooks.onYield = () => {};
    await executor.prepare(memoryBytes);
    expect(executor.start(await input(QUICK)).outcome.state).toBe("waiting");
  });
});

describe("beside eight plugins that loop", () => {
  const LOOPS = {
    "in their first slice": "for (;;);",
    "after a host call": "await storage.get('key'); for (;;);",
  };

  test.each(Object.entries(LOOPS))(
    "%s, a new plugin runs",
    { tags: ["long"] },
    async (_when, loop) => {
      const events: SandboxEvent[] = [];
      await using sandbox = createSandbox({
        workers: 1,
        limits: { cpuMs: 600 },
        onEvent: (event) => void events.push(event),
      });
      const load = (slug: string, body: string) =>
        sandbox.load(
          `export async function handler({ storage }) { ${body}; return { handled: true }; } // ${slug}`,
          { slug },
        );
      const attackers = await Promise.all(
        Array.from({ length: 8 }, (_, number) => load(`loops-${number}`, loop)),
      );
      const newcomer = await load(
        "newcomer",
        "await storage.set('n', 1); await storage.set('n', Number(await storage.get('n')) + 1)",
      );
      let ended = 0;
      const { context, calls } = createContext();
      const attacks = attackers.map(async (plugin) => {
        await plugin.handler(createContext().context).catch(() => {});
        ended++;
      });
      expect(await newcomer.handler(context)).toEqual({ handled: true });
      expect(ended).toBeLessThan(4);
      expect(await context.storage.get("n")).toBe(2);
      expect(calls.filter(([operation]) => operation === "storage.set")).toHaveLength(2);
      await sandbox.close({ graceMs: 0 });
      await Promise.all(attacks);
      const reasons = events.flatMap((event) =>
        event.type === "call-moved" ? [event.reason] : [],
      );
      expect(reasons).toContain("slow");
      expect(events.filter(({ type }) => type === "plugin-struck")).toEqual([]);
    },
  );
});
