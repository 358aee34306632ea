import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "@botwright/core";
import { createSandbox, type SandboxEvent, type SandboxOptions } from "@botwright/sandbox";
import { attempt } from "./attempt.ts";
import type { Attack } from "./expectation.ts";
import { ask, callNeighbour, keepCalling, loadNeighbour } from "./neighbour.ts";
import type { ProcessWatch } from "./process-watch.ts";
import { fakeFetch } from "./attack-host.ts";
import { openAttackNetwork, usesNetwork } from "./network.ts";

/** A sandbox in which attacks run beside a harmless plugin, with the checks of its host. */
export interface AttackSandbox {
  /** What the harmless plugin does when no attack runs. */
  readonly expected: unknown;
  close(): Promise<void>;
  /** Runs attacks concurrently; returns the observed problems, one per line. */
  run(attacks: readonly Attack[]): Promise<string>;
}

/**
 * MiB by which the process may grow during an attack. On a busy machine garbage is collected late: the
 * bound is twice what a quiet machine needs, and a fraction of what an unbounded flood would take.
 */
const GROWTH_MIB = 1024;

/** Large: on a busy machine the wall-clock limit must not fire before another limit that a test expects. */
const wallMs = 60_000;
/** Below the threshold for slow plugins: otherwise most attacks would start another worker. */
const small = { cpuMs: 9, memoryBytes: 32 * 2 ** 20, wallMs };

/**
 * Each strike is reported as `plugin-quarantined`, and yet every attack can run again at once, so that the
 * outcome of a file does not depend on preceding ones.
 */
const quarantine = { strikes: 1, forMs: 0 };

/**
 * No budget but that of loading delays anything: budgets have tests of their own, and the harmless plugin must work
 * even so.
 */
const plenty = { capacity: 1e12, perSecond: 1e12 };
const waits = {
  "main-thread": plenty,
  "short-steps": plenty,
  memory: plenty,
  transfer: plenty,
  "broken-limits": plenty,
};
const budgets = { plugin: waits, installation: waits };

/** The sandboxes of the corpus, by their options. */
const KINDS = {
  /** Small limits, and a network with one host. */
  small: { limits: small, fetch: fakeFetch, quarantine, budgets },
  /** Small limits, and the default fetch. */
  guarded: { limits: small, quarantine, budgets },
  /** Small limits, and the fetch of {@link openAttackNetwork}, which reaches the attacker's servers. */
  network: { limits: small, quarantine, budgets },
  /** Default limits. */
  ordinary: { limits: { wallMs }, fetch: fakeFetch, quarantine, budgets },
} satisfies Record<string, SandboxOptions>;

/** The sandbox that an attack needs. */
export type AttackSandboxKind = keyof typeof KINDS;

/** Reads the required sandbox from an attack's file. */
export function sandboxKindOf({ kind, hasDefaultLimits }: Attack): AttackSandboxKind {
  if (hasDefaultLimits) return "ordinary";
  if (usesNetwork(kind)) return "network";
  return kind === "fetch" ? "guarded" : "small";
}

/** Creates the sandbox and loads the harmless plugin. */
export async function createAttackSandbox(
  kind: AttackSandboxKind,
  workers: number,
  watch: ProcessWatch,
): Promise<AttackSandbox> {
  const events: SandboxEvent[] = [];
  const onEvent = (event: SandboxEvent): number => events.push(event);
  const network = kind === "network" ? await openAttackNetwork(watch.port) : undefined;
  const own = network === undefined ? {} : { fetch: network.fetch };
  const sandbox = createSandbox({ ...KINDS[kind], ...own, workers, onEvent });
  const harmless = { sandbox, port: watch.port, origin: network?.origin };
  const steady: Plugin = await loadNeighbour(harmless);
  const expected = await ask(harmless);
  /** All attackers so far: one may hang after its call has ended. */
  const attackers = new Set<string>();
  const target = { ...harmless, settle: () => callNeighbour(steady, harmless) };

  async function run(attacks: readonly Attack[]): Promise<string> {
    events.length = 0;
    for (const { source } of attacks) attackers.add(versionOf(source));
    const endOfGrowth = watch.growth();
    const calls = keepCalling(steady, harmless, expected);
    const outcomes = await Promise.all(attacks.map((attack) => attempt(target, attack)));
    const lost = await calls.stop();
    // Afterwards a new file can be loaded and works, and so does the plugin that was loaded before.
    const after = await Promise.all([askSafely(), keepCalling(steady, harmless, expected).stop()]);
    const growth = endOfGrowth();
    const problems = [
      ...outcomes.flat(),
      ...lost,
      ...after.flat(),
      ...judgeEvents(events, attacks, attackers),
      ...(growth > GROWTH_MIB ? [`the process grew by ${Math.round(growth)} MiB`] : []),
      ...watch.problems(),
    ];
    return problems.join("\n");
  }

  async function askSafely(): Promise<string[]> {
    try {
      return isDeepStrictEqual(await ask(harmless), expected)
        ? []
        : ["a good plugin that was loaded afterwards does something else"];
    } catch (error) {
      return [`a good plugin could not be loaded afterwards: ${String(error)}`];
    }
  }

  async function close(): Promise<void> {
    await sandbox.close();
    await network?.[Symbol.asyncDispose]();
  }

  return { expected, run, close };
}

/** Every lost worker must have a blamed plugin, and only attackers may be blamed. */
function judgeEvents(
  events: readonly SandboxEvent[],
  attacks: readonly Attack[],
  attackers: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  let lost = 0;
  const blamed = { "plugin-struck": 0, "plugin-quarantined": 0 };
  for (const event of events) {
    const type: string = event.type;
    if (event.type === "worker-ended" && (event.reason === "hung" || event.reason === "crashed")) {
      lost++;
      if (event.reason === "crashed") problems.push(`a worker crashed: ${String(event.error)}`);
    }
    if (type !== "plugin-struck" && type !== "plugin-quarantined") continue;
    blamed[type]++;
    const isAttacker = "version" in event && attackers.has(event.version);
    if (!isAttacker) problems.push(`a good plugin was blamed: ${JSON.stringify(event)}`);
  }
  const strikes = Math.max(...Object.values(blamed));
  if (strikes < lost) problems.push(`${lost} workers were lost, and ${strikes} times blamed`);
  for (const { name, source, events: expectedEvents } of attacks) {
    const version = versionOf(source);
    for (const type of expectedEvents) {
      const isTold = events.some(
        (event) => event.type === type && "version" in event && event.version === version,
      );
      if (!isTold) problems.push(`no event ${type} tells of ${name}`);
    }
  }
  return problems;
}

function versionOf(source: string): string {
  return createHash("sha256").update(source).digest("hex");
}
