import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import { reportOf } from "../../packages/sandbox/test/report.ts";
import { createAttackHost } from "./attack-host.ts";

const source = readFileSync(new URL("neighbour.js", import.meta.url), "utf8");

/** Where the harmless plugin is called. */
interface NeighbourPlace {
  readonly port: number;
  /** Origin of servers, one of which it asks each time. @default it asks none */
  readonly origin?: string | undefined;
}

/** The same, with the sandbox that loads it. */
interface NeighbourOptions extends NeighbourPlace {
  readonly sandbox: Sandbox;
}

/** Milliseconds between two calls of the harmless plugin: short at first, longer during a long attack. */
const PACE_MS = { first: 4, longest: 64 };

/** Loads the honest plugin. */
export function loadNeighbour({ sandbox }: Pick<NeighbourOptions, "sandbox">): Promise<Plugin> {
  // On a busy machine it must not be the one that is blamed.
  return sandbox.load(source, { slug: "neighbour", limits: { cpuMs: 1000, wallMs: 100_000 } });
}

/** Calls the honest plugin once; returns what it reports and how many messages it sent. */
export async function callNeighbour(
  plugin: Plugin,
  { port, origin }: NeighbourPlace,
): Promise<unknown> {
  const world = createAttackHost(port, { origin });
  const found = Object(await reportOf(plugin, world.context));
  return { ...found, sends: world.sends() };
}

/** Loads the honest plugin and calls it. */
export async function ask(options: NeighbourOptions): Promise<unknown> {
  return callNeighbour(await loadNeighbour(options), options);
}

/** Honest calls that go on one after another until they are stopped. */
export interface SteadyCalls {
  /** Ends them, after at least one; returns those that were lost or wrong. */
  stop(): Promise<string[]>;
}

/** Calls a loaded plugin again and again, and compares the results with the expected one. */
export function keepCalling(plugin: Plugin, place: NeighbourPlace, sound: unknown): SteadyCalls {
  const lost: string[] = [];
  let calls = 0;
  let pace = PACE_MS.first;
  const stopping = new AbortController();
  async function run(): Promise<void> {
    do {
      calls++;
      try {
        const answer = await callNeighbour(plugin, place);
        if (!isDeepStrictEqual(answer, sound)) lost.push(`good call ${calls} gave another result`);
      } catch (error) {
        lost.push(`good call ${calls} was lost: ${String(error)}`);
      }
      await sleep(pace, undefined, { signal: stopping.signal }).catch(() => {});
      pace = Math.min(pace * 2, PACE_MS.longest);
    } while (!stopping.signal.aborted);
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      return lost;
    },
  };
}
