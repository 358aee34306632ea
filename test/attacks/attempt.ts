import { isDeepStrictEqual } from "node:util";
import { isBotwrightError, type Plugin } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import type { Attack } from "./expectation.ts";
import { createAttackHost } from "./attack-host.ts";
import { sealMedia, usesSealedMedia } from "./sealed-media.ts";
import { mediumOf } from "./surroundings.ts";

/** Where an attack is run. */
export interface Target {
  readonly sandbox: Sandbox;
  readonly port: number;
  /** Origin of the attacker's servers, where there are some. */
  readonly origin?: string | undefined;
  /** Waits long enough for late effects of a call to show. */
  readonly settle: () => Promise<unknown>;
}

/** How the calls of a run ended, and how many sends reached the bot. */
interface Run {
  readonly ends: readonly End[];
  readonly sent: number;
}

interface End {
  readonly outcome: string;
  readonly detail: unknown;
}

/** Runs an attack as its header says; returns whatever is not as expected. */
export async function attempt(target: Target, attack: Attack): Promise<string[]> {
  const problems: string[] = [];
  for (let round = 0; round < attack.reloads; round++) {
    const loads = Array.from({ length: attack.loads }, () => loadAndRun(target, attack));
    problems.push(...(await Promise.all(loads)).flat());
  }
  return problems;
}

async function loadAndRun(target: Target, attack: Attack): Promise<string[]> {
  const { sandbox, port, origin, settle } = target;
  const { source, approval, runs, parallel } = attack;
  const limits = { ...cpuLimitOf(attack), ...attack.limits };
  const sealed = usesSealedMedia(attack.kind) ? await sealMedia() : undefined;
  const world = createAttackHost(port, { media: mediumOf(attack), origin, sealed });
  const before = world.snapshot();
  const load = (): Promise<Plugin | Error> =>
    sandbox.load(source, { ...approval, limits }).catch(asError);
  let plugin = await load();
  // Limits are so small that a cold worker may need all of its time to load a harmless top level.
  for (let again = 0; again < LOADS_AGAIN && isTooSlow(plugin, attack); again++) {
    plugin = await load();
  }
  if (plugin instanceof Error) {
    return judge(
      { ends: [{ ...endOf(plugin), outcome: `load ${codeOf(plugin)}` }], sent: 0 },
      attack,
    );
  }
  const problems: string[] = [];
  for (let run = 0; run < runs; run++) {
    const earlier = world.sends();
    const calls = Array.from({ length: parallel }, () =>
      plugin.handler(world.context).catch(asError),
    );
    const ends = (await Promise.all(calls)).map(endOf);
    await settle();
    problems.push(...judge({ ends, sent: world.sends() - earlier }, attack));
  }
  if (!isDeepStrictEqual(world.snapshot(), before)) problems.push("the host's objects are changed");
  return problems;
}

/** How often a load is tried again that was too slow. */
const LOADS_AGAIN = 3;

/** Whether a file was ended while it was loaded, although it is to be ended while it runs. */
function isTooSlow(loaded: Plugin | Error, { outcomes }: Attack): boolean {
  if (!(loaded instanceof Error) || codeOf(loaded) !== "SANDBOX_CPU_LIMIT") return false;
  return !outcomes.some((outcome) => outcome.startsWith("load "));
}

/**
 * CPU time for a slow machine where another limit, or the plugin itself, is to end the attack; where the
 * CPU limit may end it, that of the sandbox.
 */
function cpuLimitOf({ outcomes }: Attack): Record<string, number> {
  return outcomes.some((outcome) => BY_CPU.test(outcome)) ? {} : { cpuMs: 5000 };
}

const BY_CPU = /SANDBOX_CPU_LIMIT|SANDBOX_WORKER_LOST|PLUGIN_QUARANTINED/u;

function judge({ ends, sent }: Run, attack: Attack): string[] {
  const problems = ends.flatMap(({ outcome, detail }) => {
    if (attack.outcomes.includes(outcome)) return [];
    return [`${attack.name} ended with ${outcome}: ${JSON.stringify(detail)}`];
  });
  if (sent !== attack.sent) problems.push(`${sent} sends of ${attack.name} reached the bot`);
  return problems;
}

function endOf(ended: unknown): End {
  return ended instanceof Error
    ? { outcome: codeOf(ended), detail: ended.message }
    : { outcome: nameOf(ended), detail: ended };
}

/** Creates an error of whatever was thrown. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`no error was thrown but ${String(thrown)}`);
}

/** The code of an error, or its text when it is none of Botwright's. */
export function codeOf(error: Error): string {
  return isBotwrightError(error) ? error.code : String(error);
}

/** A handler's result is a fresh plain object with one key; more than that has leaked out. */
function nameOf(result: unknown): string {
  if (Object.getPrototypeOf(Object(result)) !== Object.prototype) return "leaked";
  if (isDeepStrictEqual(result, { handled: true })) return "handled";
  return isDeepStrictEqual(result, { handled: false }) ? "passed" : "leaked";
}
