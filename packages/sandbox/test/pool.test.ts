import { createManualClock } from "@botwright/core";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  createSandbox,
  type Sandbox,
  type SandboxEvent,
  type SandboxOptions,
} from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

const HANG = "'a'.repeat(4e6).indexOf('a'.repeat(2e6) + 'b')";
const hanging = (name: string): string => `export const handler = () => ${HANG}; // ${name}`;
const quick = "export const handler = () => ({ handled: true });";

const plenty = { cpu: { capacity: 1e12, perSecond: 1e12 } };

/**
 * Plugins with any number of slices that are long because the machine is slow. With the usual budgets they
 * would become slow, and then wait for the slow worker, which computes for an attacker.
 */
const UNBUDGETED = { plugin: plenty, installation: plenty };

/** A sandbox, and what it tells. */
class Watched implements AsyncDisposable {
  readonly events: SandboxEvent[] = [];
  readonly sandbox: Sandbox;

  constructor(options: SandboxOptions = {}) {
    const onEvent = (event: SandboxEvent): void => void this.events.push(event);
    this.sandbox = createSandbox({ workers: 1, onEvent, ...options });
  }

  count(type: SandboxEvent["type"]): number {
    return this.events.filter((event) => event.type === type).length;
  }

  isSlow(slug: string): boolean {
    return this.events.some((event) => event.type === "plugin-slow" && event.slug === slug);
  }

  async started(workers: number): Promise<void> {
    while (this.count("worker-started") < workers) await sleep(5);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.sandbox.close();
  }
}

/** The first calls of a worker take much longer than others: long enough for their plugin to become slow. */
async function warmUp(call: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 5; round++) await call();
}

test("the pool has one spare worker more than asked for", async () => {
  const watched = new Watched({ workers: 2 });
  await watched.sandbox.load(quick);
  await watched.started(3);
  await watched.sandbox.close();
  expect(watched.count("worker-started")).toBe(3);
  expect(watched.count("worker-ended")).toBe(3);
  expect(watched.events.at(-1)).toMatchObject({ type: "worker-ended", reason: "closed" });
});

/**
 * Two calls compute without end beside 21 of a quick plugin.
 *
 * @returns how many of the two had ended when all of the quick plugin's were answered, and whether they
 *   were seen to be slow by then; undefined when the quick one was slow itself, as its first call in a new
 *   worker may be on a busy machine: then it waits with the others, and the round says nothing
 */
async function endedBeforeAnswers(): Promise<{ slow: number; isSeen: boolean } | undefined> {
  await using watched = new Watched({ limits: { cpuMs: 20_000 }, budgets: UNBUDGETED });
  const { sandbox } = watched;
  const slow = await sandbox.load("export const handler = () => { for (;;); };", { slug: "slow" });
  const fast = await sandbox.load(quick, { slug: "fast" });
  await watched.started(2);

  const { context } = createContext();
  await warmUp(() => fast.handler(context));
  const done = { slow: 0, fast: 0 };
  const attack = async (): Promise<void> => {
    await slow.handler(context).catch(() => {});
    done.slow++;
  };
  const answer = async (): Promise<void> => {
    await fast.handler(context);
    done.fast++;
  };
  const attacks = [attack(), attack()];
  const answers = Promise.all(Array.from({ length: 20 }, answer)).then(answer);
  const ends = Promise.allSettled([...attacks, answers]);
  while (done.fast < 21 && !watched.isSlow("fast")) await sleep(5);
  const isAnswered = done.fast === 21;
  const ended = { slow: done.slow, isSeen: watched.isSlow("slow") };
  await sandbox.close({ graceMs: 0 });
  await ends;
  return isAnswered ? ended : undefined;
}

test("a plugin that computes long delays no other plugin", async () => {
  let ended: Awaited<ReturnType<typeof endedBeforeAnswers>>;
  while (ended === undefined) ended = await endedBeforeAnswers();
  // They were in the same workers, and yet the others were done before the time of these was up.
  expect(ended).toEqual({ slow: 0, isSeen: true });
});

test("a plugin that computes long before the spare worker is there delays no other plugin once it is", async () => {
  await using watched = new Watched({ limits: { cpuMs: 20_000 } });
  const { sandbox } = watched;
  const slow = await sandbox.load("export const handler = () => { for (;;); };");
  const fast = await sandbox.load(quick);
  const { context } = createContext();
  let hasSlowEnded = false;
  const computing = slow.handler(context).catch(() => (hasSlowEnded = true));
  // There is no other worker yet, unless the machine is so busy that the loads took longer than the warm-up.
  expect(await fast.handler(context)).toEqual({ handled: true });
  expect(hasSlowEnded).toBe(false);
  await sandbox.close({ graceMs: 0 });
  await computing;
});

test(
  "a plugin that computes for a moment need not wait for one that computes for long",
  { tags: ["long"] },
  async () => {
    // Enough for the first to compute as long as the test lasts, however slow the machine is.
    await using watched = new Watched({ limits: { cpuMs: 60_000 } });
    const { sandbox } = watched;
    const computes = `export function handler({ msg }) {
    for (let round = 0; round < Number(msg.text); round++);
    return { handled: true };
  }`;
    const long = await sandbox.load(computes, { slug: "long" });
    const short = await sandbox.load(computes, { slug: "short" });
    const { context } = createContext();
    const rounds = (count: number): typeof context => ({
      ...context,
      msg: { ...context.msg, text: `${count}` },
    });
    // From now on what is expected of the first is that it computes for long, and both are slow.
    for (let call = 0; call < 2; call++) await long.handler(rounds(5e6));
    // Some 20 ms of this machine at this moment: slow, but far from heavy.
    const started = performance.now();
    for (let call = 0; call < 3; call++) await short.handler(rounds(1e5));
    const moment = (3e5 / (performance.now() - started)) * 20;
    for (let call = 0; call < 3; call++) await short.handler(rounds(moment));
    let ended = 0;
    // More than there are slow workers.
    const computing = Array.from({ length: 4 }, () =>
      long.handler(rounds(1e12)).catch(() => ended++),
    );
    for (let call = 0; call < 3; call++) {
      expect(await short.handler(rounds(moment))).toEqual({ handled: true });
    }
    expect(ended).toBe(0);
    await sandbox.close({ graceMs: 0 });
    await Promise.all(computing);
  },
);

test(
  "files that load for long share one slow worker: only the first costs a new one",
  { tags: ["long"] },
  async () => {
    await using watched = new Watched({ limits: { cpuMs: 20_000 } });
    const { sandbox } = watched;
    await sandbox.load(quick);
    await watched.started(2);
    const long = (name: string): string => `for (let i = 0; i < 3e6; i++); ${quick} // ${name}`;
    await sandbox.load(long("first"));
    await watched.started(3);
    for (const name of ["second", "third", "fourth"]) await sandbox.load(long(name));
    expect(watched.count("worker-started")).toBe(3);
    expect(watched.count("worker-ended")).toBe(0);
  },
);

test("waiting handlers go on in another worker while theirs is busy", async () => {
  await using watched = new Watched({ limits: { cpuMs: 20_000 }, budgets: UNBUDGETED });
  const { sandbox } = watched;
  const slow = await sandbox.load("export const handler = () => { for (;;); };", { slug: "slow" });
  const report = await loadAndReport(
    sandbox,
    `async function report({ storage, msg }) {
      const own = [msg.text];
      own.push(await storage.get("key"), await storage.get("key"));
      return own;
    }`,
    { slug: "patient" },
  );
  await watched.started(2);
  await warmUp(() => report(createContext().context));
  const answer = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  let requests = 0;
  const get = (): Promise<string> => {
    requests++;
    if (requests === 10) asked.resolve();
    return answer.promise;
  };
  const calls = Array.from({ length: 10 }, (_, index) => {
    const { context } = createContext();
    const msg = { ...context.msg, text: String(index) };
    return report({ ...context, msg, storage: { ...context.storage, get } });
  });
  await asked.promise;
  let isOver = false;
  const attack = slow.handler(createContext().context).catch(() => (isOver = true));
  answer.resolve("value");
  const results = await Promise.all(calls);
  expect(results).toEqual(
    Array.from({ length: 10 }, (_, index) => [String(index), "value", "value"]),
  );
  expect(isOver).toBe(false);
  await sandbox.close({ graceMs: 0 });
  await attack;
});

test("waiting calls of a plugin that has become slow go on in a slow worker", async () => {
  await using watched = new Watched({ limits: { cpuMs: 20_000 } });
  const { sandbox, events } = watched;
  const plugin = await sandbox.load(`export async function handler({ msg, storage, bot }) {
    const own = [msg.text, new Uint8Array(5000).fill(7)];
    if (msg.text === "burn") for (let round = 0; round < 3e6; round++);
    own.push(await storage.get("key"));
    await bot.reply(msg, own[0] + own[1].reduce((sum, one) => sum + one, 0) + own[2]);
    return { handled: true };
  }`);
  await watched.started(2);
  const gate = Promise.withResolvers<string>();
  const { context, replies } = createContext();
  let asked = 0;
  const get = (): Promise<string> => {
    asked++;
    return gate.promise;
  };
  const call = (text: string): Promise<unknown> => {
    const msg = { ...context.msg, text };
    return plugin.handler({ ...context, msg, storage: { ...context.storage, get } });
  };
  const names = Array.from({ length: 10 }, (_, index) => `call ${index} `);
  const waiting = names.map(call);
  while (asked < names.length) await sleep(5);
  const burning = call("burn");
  while (asked < names.length + 1) await sleep(5);
  gate.resolve("value");
  for (const result of await Promise.all([...waiting, burning])) {
    expect(result).toEqual({ handled: true });
  }
  expect(replies.toSorted()).toEqual(
    ["burn", ...names].map((name) => `${name}35000value`).toSorted(),
  );
  const moved = { type: "call-moved", reason: "worker-blocked" };
  expect(events).toContainEqual(expect.objectContaining(moved));
});

test(
  "a version that crashes workers is quarantined for a time, and no other",
  { tags: ["long"] },
  async () => {
    const clock = createManualClock(1_000_000);
    await using watched = new Watched({
      clock,
      limits: { cpuMs: 30 },
      quarantine: { strikes: 2, windowMs: 60_000, forMs: 60_000 },
    });
    const { sandbox, events } = watched;
    const { context } = createContext();
    const bad = await sandbox.load(hanging("bad"), { slug: "bad" });
    const other = await sandbox.load(hanging("other"), { slug: "other" });
    for (const plugin of [bad, bad]) {
      await expect(plugin.handler(context)).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    }
    const kept = { name: "PluginError", code: "PLUGIN_QUARANTINED" };
    await expect(bad.handler(context)).rejects.toMatchObject(kept);
    await expect(sandbox.load(hanging("bad"), { slug: "again" })).rejects.toMatchObject(kept);
    await expect(other.handler(context)).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    expect(events).toContainEqual({
      type: "plugin-quarantined",
      slug: "bad",
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
      strikes: 2,
      untilMs: 1_060_000,
    });
    clock.advance(60_001);
    await expect(bad.handler(context)).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
  },
);

function broken(): never {
  throw new Error("metrics are down");
}

test("a listener that throws does not disturb calls", async () => {
  await using sandbox = createSandbox({ workers: 1, onEvent: broken });
  const plugin = await sandbox.load(quick);
  expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
});
