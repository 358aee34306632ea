import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "@botwright/core";
import {
  createSandbox,
  type Sandbox,
  type SandboxEvent,
  type SandboxOptions,
} from "@botwright/sandbox";
import { attempt } from "./attempt.ts";
import type { Attack } from "./expectation.ts";
import { ask, callNeighbour, keepCalling, loadNeighbour } from "./neighbour.ts";
import type { ProcessWatch } from "./process-watch.ts";
import { fakeFetch } from "./world.ts";

/** A sandbox in which attacks run beside an honest plugin, and what its host sees of them. */
export interface Arena {
  readonly sandbox: Sandbox;
  /** What the honest plugin does when nobody attacks. */
  readonly sound: unknown;
  /** Runs attacks at the same time; returns whatever is not as it should be, line by line. */
  run(attacks: readonly Attack[]): Promise<string>;
}

/**
 * MiB by which the process may grow while an attack runs. On a busy machine garbage is collected late:
 * it is twice what a quiet one needs, and a fraction of what a flood without a bound would take.
 */
const GROWTH_MIB = 1024;

/** On a busy machine the wall clock must end nothing that another limit is to end. */
const wallMs = 60_000;
/** Less than what makes a plugin a slow one: else most attacks would cost a thread for the slow. */
const small = { cpuMs: 9, memoryBytes: 32 * 2 ** 20, wallMs };

/**
 * Strikes are told with `plugin-quarantined`, each one, and yet every attack can run again at once:
 * the outcome of a file does not depend on those before it.
 */
const quarantine = { strikes: 1, forMs: 0 };

/**
 * What the tests of budgets are about would make the others wait: here attackers may go on at once,
 * and the honest plugin beside them must work all the same.
 */
const plenty = { capacity: 1e12, perSecond: 1e12 };
const waits = { "main-thread": plenty, memory: plenty, "broken-limits": plenty };
const budgets = { plugin: waits, installation: waits };

/** The sandboxes of the corpus, by what they give to plugins. */
const KINDS = {
  /** Small limits, and a network with one host. */
  small: { limits: small, fetch: fakeFetch, quarantine, budgets },
  /** Small limits, and the fetch that plugins have by default. */
  guarded: { limits: small, quarantine, budgets },
  /** The limits of every host that sets none. */
  ordinary: { limits: { wallMs }, fetch: fakeFetch, quarantine, budgets },
} satisfies Record<string, SandboxOptions>;

/** Which sandbox an attack runs in. */
export type ArenaKind = keyof typeof KINDS;

/** Reads from an attack's file where it runs. */
export function arenaKindOf({ kind, hasDefaultLimits }: Attack): ArenaKind {
  if (hasDefaultLimits) return "ordinary";
  return kind === "fetch" ? "guarded" : "small";
}

/** Creates the sandbox and loads the honest plugin. */
export async function createArena(
  kind: ArenaKind,
  workers: number,
  watch: ProcessWatch,
): Promise<Arena> {
  const events: SandboxEvent[] = [];
  const onEvent = (event: SandboxEvent): number => events.push(event);
  const sandbox = createSandbox({ ...KINDS[kind], workers, onEvent });
  const honest = { sandbox, port: watch.port };
  const steady: Plugin = await loadNeighbour(honest);
  const sound = await ask(honest);
  /** All that have attacked here: who hangs after its call has ended is found out later. */
  const attackers = new Set<string>();
  const target = { ...honest, settle: () => callNeighbour(steady, watch.port) };

  async function run(attacks: readonly Attack[]): Promise<string> {
    events.length = 0;
    for (const { source } of attacks) attackers.add(versionOf(source));
    const endOfGrowth = watch.growth();
    const calls = keepCalling(steady, watch.port, sound);
    const outcomes = await Promise.all(attacks.map((attack) => attempt(target, attack)));
    const lost = await calls.stop();
    // Right after it, a file that is new is loaded and works, and so does the one that was there.
    const after = await Promise.all([askSafely(), keepCalling(steady, watch.port, sound).stop()]);
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
      return isDeepStrictEqual(await ask(honest), sound)
        ? []
        : ["a good plugin that was loaded afterwards does something else"];
    } catch (error) {
      return [`a good plugin could not be loaded afterwards: ${String(error)}`];
    }
  }

  return { sandbox, sound, run };
}

/** Every lost worker has somebody to blame, and only attackers are blamed. */
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
  for (const { name, source, events: expected } of attacks) {
    const version = versionOf(source);
    for (const type of expected) {
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
