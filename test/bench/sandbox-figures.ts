/**
 * Figures of a whole sandbox: `node sandbox-figures.ts <name>` measures one of them and prints it as JSON. Each is
 * measured in its own process.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox, type SandboxOptions } from "@botwright/sandbox";
import type { HandlerContext, Plugin } from "@botwright/core";
import { createExecutor } from "../../packages/sandbox/src/machine/executor.ts";
import { DEFAULT_LIMITS } from "../../packages/sandbox/src/main/limits.ts";
import { guestLimits } from "../../packages/sandbox/src/protocol/call-messages.ts";
import { compileWasm } from "../../packages/sandbox/src/main/threads/wasm.ts";
import { ATTACKS } from "./sandbox-attacks.ts";
import { benchContext, snapshotOf, pluginOfSize } from "./sandbox-plugins.ts";
import { percentile } from "./statistics.ts";

const VERSIONS = 200;
const USERS = 50;
const CALLS = 20_000;
const IN_FLIGHT = 16;
const WAITING = 1000;
const HANGS = 15;
const INNOCENT = 24;

const megabytes = (): number => process.memoryUsage().rss / 2 ** 20;

/** Makes the source of a version, of 2 to 20 kB. */
function versionSource(version: number): string {
  return pluginOfSize(2000 + (18_000 * version) / VERSIONS, 1, `version ${version}`);
}

/** Draws the versions of consecutive calls by Zipf's law: the second half as often as the first, the third a third … */
function zipf(calls: number): number[] {
  const weights = Array.from({ length: VERSIONS }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((a, b) => a + b, 0);
  let state = 42;
  return Array.from({ length: calls }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let left = (state / 2 ** 32) * sum;
    const version = weights.findIndex((weight) => (left -= weight) < 0);
    // Permutes the versions, so that how often one is called does not depend on its size.
    return (Math.max(0, version) * 77) % VERSIONS;
  });
}

/** Measures 10,000 pairs of user and plugin over 200 versions in one thread: calls per second of a core. */
async function pairsInOneThread(): Promise<object> {
  const limits = guestLimits(DEFAULT_LIMITS);
  const { memoryBytes } = DEFAULT_LIMITS;
  const executor = await createExecutor({ wasmModule: (await compileWasm()).module, memoryBytes });
  const frames = Array.from({ length: USERS }, (_, user) =>
    snapshotOf({ ...benchContext(), userId: user }),
  );
  const start = { now: 0, seed: 1, key: "00".repeat(32) };
  const times: number[] = [];
  const started = performance.now();
  for (const [index, version] of zipf(CALLS).entries()) {
    const from = performance.now();
    await executor.prepare(memoryBytes);
    let image = executor.images.get(version);
    if (image === undefined) {
      const loaded = executor.load(versionSource(version), limits);
      if (!loaded.ok) throw new Error(loaded.failure.message);
      executor.images.add(version, loaded.diff);
      await executor.prepare(memoryBytes);
      image = executor.images.get(version);
      if (image === undefined) throw new Error("the image is lost");
    }
    const snapshot = frames[index % USERS] ?? "";
    const { call, outcome } = executor.start({ image, snapshot, start, media: undefined, limits });
    let last = outcome;
    while (last.state === "waiting") {
      const answers = last.requests.map(({ id }) => ({ id, at: 0, ok: true, json: '"value"' }));
      last = executor.resume(call, answers) ?? last;
    }
    if (last.state !== "done") throw new Error(`the call is ${last.state}`);
    times.push((performance.now() - from) * 1000);
  }
  const perSecond = CALLS / ((performance.now() - started) / 1000);
  const [medianUs, p99Us] = [percentile(times, 50), percentile(times, 99)];
  return { perSecond, medianUs, p99Us, megabytes: megabytes() };
}

/** Measures the same pairs through a complete sandbox as in a host, with a worker and its warm spare. */
async function pairsInSandbox(): Promise<object> {
  await using sandbox = createSandbox({ workers: 1 });
  const plugins: Plugin[] = [];
  for (let version = 0; version < VERSIONS; version++) {
    plugins.push(await sandbox.load(versionSource(version), { slug: `plugin-${version}` }));
  }
  const context = benchContext();
  const order = zipf(CALLS);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < order.length; index = next++) {
      await plugins[order[index] ?? 0]?.handler({ ...context, userId: index % USERS });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const perSecond = CALLS / ((performance.now() - started) / 1000);
  return { perSecond, megabytes: megabytes() };
}

/** Measures the memory of waiting handlers, and whether all of them resume and end. */
async function waiting(): Promise<object> {
  await using sandbox = createSandbox({ workers: 1 });
  const plugin = await sandbox.load(pluginOfSize(5000, 1));
  const context = benchContext();
  for (let round = 0; round < 300; round++) await plugin.handler(context);
  const before = megabytes();
  const gate = openGate(context);
  const calls = Array.from({ length: WAITING }, () => plugin.handler(gate.context));
  await gate.asked(WAITING);
  const during = megabytes();
  const resumed = performance.now();
  gate.open();
  const results = await Promise.all(calls);
  const resumeUs = ((performance.now() - resumed) * 1000) / WAITING;
  const handled = results.filter((result) => result.handled).length;
  return {
    megabytes: during,
    kilobytesEach: ((during - before) * 1024) / WAITING,
    handled,
    resumeUs,
  };
}

/** Creates a context whose storage answers only after `open` was called. */
function openGate(context: HandlerContext): {
  context: HandlerContext;
  asked(count: number): Promise<void>;
  open(): void;
} {
  const answered = Promise.withResolvers<string>();
  const full = Promise.withResolvers<void>();
  let wanted = Number.POSITIVE_INFINITY;
  let asked = 0;
  const get = (): Promise<string> => {
    if (++asked >= wanted) full.resolve();
    return answered.promise;
  };
  return {
    context: { ...context, storage: { ...context.storage, get } },
    asked(count) {
      wanted = count;
      if (asked >= wanted) full.resolve();
      return full.promise;
    },
    open: () => answered.resolve("value"),
  };
}

/**
 * Measures calls that hang in native code: when they end, and what happens to waiting and new calls of a good plugin.
 */
async function hung(): Promise<object> {
  const cpuMs = 100;
  // An unlimited budget for broken limits. Otherwise a plugin that hangs repeatedly would have to wait before each
  // call, and the times would include this wait.
  const free = { "broken-limits": { capacity: 1e9, perSecond: 1e9 } };
  const options: SandboxOptions = {
    workers: 1,
    quarantine: { strikes: Number.POSITIVE_INFINITY },
    budgets: { plugin: free, installation: free },
  };
  await using sandbox = createSandbox({ ...options, limits: { cpuMs } });
  const good = await sandbox.load(pluginOfSize(5000, 1));
  const bad = await sandbox.load(ATTACKS["native loop"]?.source ?? "");
  const context = benchContext();
  const overdueMs: number[] = [];
  const backMs: number[] = [];
  let lost = 0;
  for (let round = 0; round < HANGS; round++) {
    const gate = openGate(context);
    const innocent = Array.from({ length: INNOCENT }, () => good.handler(gate.context));
    await gate.asked(INNOCENT);
    const started = performance.now();
    const code = await bad
      .handler(context)
      .catch((error: unknown) => Reflect.get(Object(error), "code"));
    overdueMs.push(performance.now() - started - cpuMs);
    if (code !== "SANDBOX_CPU_LIMIT") throw new Error(`the hung call ended with ${String(code)}`);
    const ended = performance.now();
    await good.handler(context);
    backMs.push(performance.now() - ended);
    gate.open();
    const results = await Promise.allSettled(innocent);
    lost += results.filter(({ status }) => status === "rejected").length;
    // Waits until the next spare is warm.
    await sleep(300);
  }
  return {
    overdueMs: percentile(overdueMs, 50),
    overdueMaxMs: Math.max(...overdueMs),
    backMs: percentile(backMs, 50),
    backMaxMs: Math.max(...backMs),
    innocent: HANGS * INNOCENT,
    lost,
  };
}

const FIGURES: Record<string, () => Promise<object>> = {
  pairsInOneThread,
  pairsInSandbox,
  waiting,
  hung,
};

const [name = ""] = process.argv.slice(2);
const figure = FIGURES[name];
if (figure === undefined) throw new Error(`the figures are ${Object.keys(FIGURES).join(", ")}`);
console.log(JSON.stringify(await figure()));
