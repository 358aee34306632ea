import { readFileSync } from "node:fs";
import { isBotwrightError } from "@botwright/core";
import { createSandbox, type Sandbox, type SandboxErrorCode } from "@botwright/sandbox";
import fc from "fast-check";
import { expect } from "vitest";
import { readAttacks } from "../attacks/expectation.ts";
import { changedPrimordials, readPrimordials } from "../attacks/primordials.ts";
import { createAttackHost, fakeFetch } from "../attacks/attack-host.ts";
import { type Answer, answers, createAnsweringContext } from "./host.ts";
import { reportOf } from "../../packages/sandbox/test/report.ts";
import { payloads } from "./payloads.ts";
import { programs } from "./programs.ts";
import { parametersOf, type Until } from "./until.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** By the configuration; 0 for none. */
    fuzzSeed: number;
  }
}

/** Milliseconds after which a call counts as hanging; its own deadline is far below. */
const GUARD_MS = 30_000;

const limits = {
  cpuMs: 30,
  wallMs: 300,
  memoryBytes: 32 * 2 ** 20,
  transferBytes: 2 ** 24,
  jobs: 20_000,
};

/** With what a load or call may end: what the README lists for a sandbox that is open. */
const CODES: ReadonlySet<string> = new Set<SandboxErrorCode | "INVALID_INPUT">([
  "INVALID_INPUT",
  "PLUGIN_ERROR",
  "PLUGIN_IMPORT_REFUSED",
  "PLUGIN_INVALID_RESULT",
  "PLUGIN_NEVER_SETTLED",
  "PLUGIN_NO_HANDLER",
  "PLUGIN_SYNTAX_ERROR",
  "PLUGIN_TOO_LARGE",
  "PLUGIN_QUARANTINED",
  "SANDBOX_CONSOLE_LIMIT",
  "SANDBOX_CPU_LIMIT",
  "SANDBOX_FETCH_LIMIT",
  "SANDBOX_HOST_CALL_LIMIT",
  "SANDBOX_JOB_LIMIT",
  "SANDBOX_MEMORY_LIMIT",
  "SANDBOX_SEND_LIMIT",
  "SANDBOX_TIMER_LIMIT",
  "SANDBOX_TRANSFER_LIMIT",
  "PLUGIN_TIMEOUT",
]);

/** How a fuzz run is done. */
export interface FuzzOptions {
  readonly kind: "programs" | "payloads";
  readonly until: Until;
  /** The first program's seed, which a failure reports. */
  readonly seed: number;
}

/**
 * Runs random plugins against a host that answers at random. Every load and call must
 * settle with a value or a known code, harm nothing in this process, and leave a sandbox in which
 * an honest plugin works. Returns how many ran.
 */
export async function fuzz({ kind, until, seed }: FuzzOptions): Promise<number> {
  const corpus = readAttacks().map(({ source }) => source);
  const sources = kind === "programs" ? programs(corpus.filter(isShort)) : payloads;
  const neighbour = readFileSync(new URL("../attacks/neighbour.js", import.meta.url), "utf8");
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  await using sandbox = createSandbox({ limits, fetch: fakeFetch });
  const sound = await ask(sandbox, neighbour);
  const primordials = readPrimordials();
  let runs = 0;
  const survives = async (source: string, list: readonly Answer[]): Promise<void> => {
    runs++;
    const code = await run(sandbox, source, list);
    if (code !== undefined) expect(CODES).toContain(code);
    expect(await ask(sandbox, neighbour)).toEqual(sound);
    expect(changedPrimordials(primordials)).toEqual([]);
    expect(unhandled).toEqual([]);
  };
  try {
    await fc.assert(fc.asyncProperty(sources, answers, survives), {
      ...parametersOf(until),
      seed,
    });
  } finally {
    process.off("unhandledRejection", note);
  }
  return runs;
}

function isShort(source: string): boolean {
  return source.length < 10_000;
}

/** Loads and calls a plugin; returns the code with which it ends, if any. */
async function run(
  sandbox: Sandbox,
  source: string,
  list: readonly Answer[],
): Promise<string | undefined> {
  const context = createAnsweringContext(list);
  const { msg, config, mediaBuffer } = context;
  const snapshot = (): unknown => structuredClone({ msg, config, mediaBuffer });
  const before = snapshot();
  try {
    const plugin = await guarded(sandbox.load(source));
    const result = await guarded(plugin.handler(context));
    // Nothing else leaves a machine as a result, whatever the plugin returned.
    expect(Reflect.ownKeys(result)).toEqual(["handled"]);
    expect(result.handled).toBeTypeOf("boolean");
    return undefined;
  } catch (error) {
    if (isBotwrightError(error)) return error.code;
    throw error;
  } finally {
    expect(snapshot()).toEqual(before);
  }
}

async function ask(sandbox: Sandbox, source: string): Promise<unknown> {
  const world = createAttackHost(0);
  const plugin = await guarded(sandbox.load(source, { limits: { cpuMs: 1000, wallMs: 10_000 } }));
  const found = Object(await guarded(reportOf(plugin, world.context)));
  return { ...found, sends: world.sends() };
}

/** Fails instead of waiting for ever. */
async function guarded<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("hangs: nothing came back")), GUARD_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
