import { expect, test } from "vitest";
import {
  guestLimits,
  type HostAnswer,
  type SliceOutcome,
  type SuspendedCall,
} from "../src/protocol/call-messages.ts";
import { createExecutor, type Executor } from "../src/machine/executor.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import type { CallLimits } from "../src/protocol/call-limits.ts";
import { claimMemory } from "../src/protocol/memory-claim.ts";
import type { GuestCall } from "../src/machine/calls/guest-call.ts";
import { PIECE } from "../src/machine/memory/pace.ts";
import { prepareCall } from "./prepared-call.ts";
import { PLAIN_SNAPSHOT } from "./worker-fixture.ts";
import { compileWasm } from "../src/main/threads/wasm.ts";

const { memoryBytes } = DEFAULT_LIMITS;
const { module } = await compileWasm();
const snapshot = JSON.stringify(PLAIN_SNAPSHOT);

/** An executor, and what it tells of the calls that it puts aside. */
async function createTold(): Promise<{
  executor: Executor;
  told: string[];
  suspended: SuspendedCall[];
  /** How often the core could be yielded since the last time. */
  yields: () => number;
}> {
  const told: string[] = [];
  const suspended: SuspendedCall[] = [];
  let yields = 0;
  const executor = await createExecutor({
    wasmModule: module,
    memoryBytes,
    yieldCore: () => void yields++,
    watch(_call, work) {
      told.push("watched");
      work();
      told.push("done");
    },
    onSuspended(_call, what) {
      told.push("suspended");
      suspended.push({ ...what, used: { ...what.used } });
    },
  });
  const yieldsSince = (): number => {
    const counted = yields;
    yields = 0;
    return counted;
  };
  return { executor, told, suspended, yields: yieldsSince };
}

/** Loads a handler's body and starts it. */
async function start(
  executor: Executor,
  body: string,
  limits: Partial<CallLimits> = {},
): Promise<{ call: GuestCall; outcome: SliceOutcome }> {
  const own = guestLimits({ ...DEFAULT_LIMITS, ...limits });
  const source = `export async function handler({ storage, bot }) { ${body}; return { handled: true }; }`;
  return executor.start(await prepareCall(executor, source, own));
}

const answerTo = (outcome: SliceOutcome | undefined): HostAnswer[] =>
  (outcome?.requests ?? []).map(({ id }) => ({ id, at: 0, ok: true, json: '"value"' }));

const FILL =
  "const all = new Uint8Array(2e7).fill(1); await storage.get('key'); if (all[7] !== 1) throw 1";

test("putting a call aside is watched, and at that call's expense", async () => {
  const { executor, told, suspended } = await createTold();
  const { call, outcome } = await start(executor, FILL);
  expect(outcome.state).toBe("waiting");
  const before = outcome.used.cpuMs;
  await executor.prepare(memoryBytes);
  expect(told).toEqual(["watched", "suspended", "done"]);
  expect(executor.resident).toBeUndefined();
  // Twenty megabytes are not copied in no time.
  expect(suspended[0]?.used.cpuMs).toBeGreaterThan(before);
  const resumed = executor.resume(call, answerTo(outcome));
  expect(resumed?.state).toBe("done");
  expect(resumed?.used.cpuMs).toBeGreaterThan(suspended[0]?.used.cpuMs ?? Infinity);
});

test("the core can be yielded while a large call's memory is put aside and brought back", async () => {
  const { executor, yields } = await createTold();
  const { call, outcome } = await start(executor, FILL);
  const pieces = Math.floor(2e7 / PIECE);
  yields();
  await executor.prepare(memoryBytes);
  // The memory is searched for changes, copied and cleared.
  expect(yields()).toBeGreaterThan(3 * pieces);
  expect(executor.resume(call, answerTo(outcome))?.state).toBe("done");
  // It is written and, after the call's end, cleared.
  expect(yields()).toBeGreaterThan(2 * pieces);
});

test("a call whose memory takes up its time ends with its next slice", async () => {
  const { executor } = await createTold();
  const { call, outcome } = await start(executor, FILL, { cpuMs: 10_000 });
  expect(outcome.state).toBe("waiting");
  // As if the copying had taken so long.
  call.charge(() => {
    const until = performance.now() + 60;
    while (performance.now() < until);
  });
  const spent = guestLimits({ ...DEFAULT_LIMITS, cpuMs: outcome.used.cpuMs + 1 });
  Object.assign(call.input.limits, spent);
  await executor.prepare(memoryBytes);
  const resumed = executor.resume(call, answerTo(outcome));
  expect(resumed).toMatchObject({ state: "failed", failure: { code: "SANDBOX_CPU_LIMIT" } });
  expect(executor.resident).toBeUndefined();
});

test("a call that the main thread has moved is forgotten, with its memory", async () => {
  const { executor, suspended } = await createTold();
  const { call, outcome } = await start(executor, "await storage.get('key')");
  await executor.prepare(memoryBytes);
  const [first] = suspended;
  if (first === undefined) throw new Error("the call was not put aside");
  const moved = claimMemory(first.diff);
  expect(moved).toBeDefined();
  expect(executor.resume(call, answerTo(outcome))).toBeUndefined();
  executor.drop(call);
  // The buffer is not given to another call of this executor.
  const other = await start(executor, "await storage.get('key')");
  await executor.prepare(memoryBytes);
  expect(suspended[1]?.diff.bytes.buffer).not.toBe(first.diff.bytes.buffer);
  expect(executor.resume(other.call, answerTo(other.outcome))?.state).toBe("done");
  // Neither is that of a call which was ended after it had been moved.
  expect(moved === undefined ? undefined : claimMemory(moved)).toBeDefined();
});

test("memory of a call that has ended is used again", async () => {
  const { executor, suspended } = await createTold();
  for (let round = 0; round < 3; round++) {
    const { call, outcome } = await start(executor, "await storage.get('key')");
    await executor.prepare(memoryBytes);
    if (round === 1) executor.drop(call);
    else executor.resume(call, answerTo(outcome));
  }
  const buffers = new Set(suspended.map(({ diff }) => diff.bytes.buffer));
  expect(buffers.size).toBe(1);
  expect(new Set(suspended.map(({ diff }) => diff.ticket)).size).toBe(3);
});

test.each([
  ["an argument", "await storage.set('key', 'x'.repeat(17e6)).catch(() => {})"],
  ["a result", "return { text: 'x'.repeat(17e6) }"],
  [
    "an argument of many",
    "await storage.set('key', Array(9).fill('x'.repeat(2e6))).catch(() => {})",
  ],
])("%s is refused by its length, before the host copies it", async (_name, body) => {
  const { executor } = await createTold();
  const { outcome } = await start(executor, body);
  expect(outcome).toMatchObject({
    state: "failed",
    requests: [],
    failure: { code: "SANDBOX_TRANSFER_LIMIT", message: expect.stringContaining("16777216") },
  });
  // It was never counted as having crossed.
  expect(outcome.used.bytesOut).toBe(0);
});

test("a long line of the console is cut before it crosses, and counted as a whole", async () => {
  const { executor } = await createTold();
  const { outcome } = await start(executor, "console.log('x'.repeat(3e6))", { consoleBytes: 1e7 });
  expect(outcome.state).toBe("done");
  expect(outcome.used.consoleBytes).toBe(3e6 + 64);
  expect(outcome.logs.map(({ length }) => length)).toEqual([5 + 1_048_576]);
});

test("the values of short requests are counted, too", async () => {
  const { executor } = await createTold();
  const { outcome } = await start(
    executor,
    "for (let n = 0; n < 100; n++) storage.set('key', Array(1000).fill(0))",
    { transferValues: 50_000 },
  );
  expect(outcome).toMatchObject({
    state: "failed",
    failure: { code: "SANDBOX_TRANSFER_LIMIT", message: expect.stringContaining("transferValues") },
  });
  expect(outcome.used.transferValues).toBeGreaterThan(50_000);
});

test("what is thrown is read without its length", { tags: ["long"] }, async () => {
  const { executor } = await createTold();
  await executor.prepare(memoryBytes);
  const limits = guestLimits(DEFAULT_LIMITS);
  for (const thrown of [
    "'x'.repeat(3e7)",
    "new Error('x'.repeat(3e7))",
    "{ message: 'x'.repeat(3e7) }",
    "Object.assign(new Error(), { stack: 'x'.repeat(3e7) })",
  ]) {
    const loaded = executor.load(`throw ${thrown}; export const handler = () => {};`, limits);
    if (loaded.ok) throw new Error("it did not throw");
    const { code, message, stack = "" } = loaded.failure;
    expect(code).toBe("PLUGIN_ERROR");
    expect(message.length + stack.length).toBeLessThan(30_000);
  }
});

test("a declaration that is too long does not leave the machine", async () => {
  const { executor } = await createTold();
  await executor.prepare(memoryBytes);
  const limits = guestLimits(DEFAULT_LIMITS);
  const source = "export const meta = { slug: 'x'.repeat(1e7) }; export const handler = () => {};";
  const loaded = executor.load(source, limits);
  expect(loaded.ok && loaded.declaration.length).toBeLessThan(100);
  const refused = executor.load(source, { ...limits, transferBytes: 1e6 });
  expect(refused).toMatchObject({ ok: false, failure: { code: "SANDBOX_TRANSFER_LIMIT" } });
});

test.each([
  ["texts", "const bytes = Buffer.alloc(6e6, 0xd8); for (;;) bytes.toString('utf16le')"],
  [
    "encodings",
    "const bytes = new Uint8Array(4e6).fill(255); for (;;) new TextDecoder('shift_jis').decode(bytes)",
  ],
  [
    "digests",
    "const bytes = new Uint8Array(2e7); for (;;) await crypto.subtle.digest('SHA-512', bytes)",
  ],
  ["addresses", "const text = 'https://a.example/' + 'ü'.repeat(2e5); for (;;) URL.canParse(text)"],
  [
    "refused errors",
    "const bytes = Buffer.alloc(6e6, 0xd8); for (;;) try { bytes.toString('utf16le') } catch {}",
  ],
])("a call stops between two pieces of work of the host: %s", async (_name, body) => {
  const { executor } = await createTold();
  const { outcome } = await start(executor, body, { cpuMs: 50 });
  expect(outcome).toMatchObject({ state: "failed", failure: { code: "SANDBOX_CPU_LIMIT" } });
  // It takes some 20 ms more. Until the engine asks of itself whether to go on, it would be seconds.
  expect(outcome.used.cpuMs).toBeLessThan(1000);
});

test("a machine that is restored ahead is fresh for its plugin, for another one and for a call that waits", async () => {
  const { executor } = await createTold();
  const limits = guestLimits(DEFAULT_LIMITS);
  const seed = { now: 0, seed: 1, key: "00".repeat(32) };

  async function load(plugin: number): Promise<void> {
    await executor.prepare(memoryBytes);
    const loaded = executor.load(
      `let count = ${plugin};
const table = new Uint8Array(1_000_000).fill(7);
export async function handler({ storage }) {
  const first = ++count;
  await storage.get("key");
  return { handled: first === ${plugin + 1} && ++count === ${plugin + 2} && table[999_999] === 7 };
}`,
      limits,
    );
    if (!loaded.ok) throw new Error(loaded.failure.message);
    executor.images.add(plugin, loaded.diff);
  }

  async function begin(plugin: number, own = limits): Promise<ReturnType<Executor["start"]>> {
    await executor.prepare(memoryBytes);
    const image = executor.images.get(plugin);
    if (image === undefined) throw new Error("the image is lost");
    return executor.start({ image, snapshot, start: seed, media: undefined, limits: own });
  }

  async function finish({ call, outcome }: ReturnType<Executor["start"]>): Promise<void> {
    await executor.prepare(memoryBytes, call);
    const ended = executor.resume(call, answerTo(outcome));
    expect(ended).toMatchObject({ state: "done", json: '{"handled":true}' });
    executor.prewarm();
  }

  await load(1);
  await load(2);
  const waiting = [await begin(1), await begin(2), await begin(1)];
  // Restored for 1, and 2 goes on; restored for 2, and 1 goes on; restored for 1, which begins and goes on.
  for (const call of waiting) await finish(call);
  await finish(await begin(1));
  await finish(await begin(2));
  await load(3);
  executor.prewarm();
  await finish(await begin(3));
  // A call that is over before it begins clears what was restored.
  executor.prewarm();
  const refused = await begin(3, { ...limits, transferBytes: 1 });
  expect(refused.outcome.state).toBe("failed");
  await finish(await begin(3));
  // A call that waits in the machine is left alone.
  const resident = await begin(2);
  executor.prewarm();
  expect(executor.resident).toBe(resident.call);
  await finish(resident);
});

test("an image that no machine has grown for is not restored for the next call", async () => {
  const { executor } = await createTold();
  const source = `const table = new Uint8Array(17e6).fill(7);
export async function handler() { return { handled: table[16e6] === 7 }; }`;
  const input = await prepareCall(executor, source);
  // As in another worker, whose machine is small.
  executor.discardMachine();
  await executor.prepare(memoryBytes);
  const refused = executor.start({ ...input, limits: { ...input.limits, transferBytes: 1 } });
  expect(refused.outcome.state).toBe("failed");
  executor.prewarm();
  await executor.prepare(memoryBytes);
  const { outcome } = executor.start(input);
  expect(outcome).toMatchObject({ state: "done", json: '{"handled":true}' });
});

test("bytes as large as a medium are copied and compared within the limits of a call", async () => {
  const { executor } = await createTold();
  const body = `const all = new Uint8Array(20 * 2 ** 20).fill(7);
    const copy = Buffer.from(all);
    if (!copy.equals(all)) throw new Error("not equal");`;
  const { outcome } = await start(executor, body, { cpuMs: 10_000 });
  expect(outcome).toMatchObject({ state: "done" });
});

test("a slice says when it has left the machine in an undefined state", async () => {
  const { executor } = await createTold();
  const { call, outcome } = await start(executor, "await storage.get('key')");
  const [request] = outcome.requests;
  const unreadable: HostAnswer = {
    id: request?.id ?? 0,
    at: 0,
    ok: true,
    get json(): string {
      throw new Error("unreadable");
    },
  };
  const failed = { state: "failed", failure: { code: "PLUGIN_ERROR" } };
  expect(executor.resume(call, [unreadable])).toMatchObject({ ...failed, damage: "machine" });
  const after = await start(executor, "throw new Error('its own')");
  expect(after.outcome).toMatchObject(failed);
  expect(after.outcome).not.toHaveProperty("damage");
});
