import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createManualClock, isBotwrightError } from "@botwright/core";
import { createSandbox, type Sandbox, type SandboxEvent } from "@botwright/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Attack, readAttacks } from "./attacks/expectation.ts";
import { changedPrimordials, readPrimordials } from "./attacks/primordials.ts";
import { createWorld, fakeFetch } from "./attacks/world.ts";
import { reportOf } from "../packages/sandbox/test/report.ts";

// The machine's place must not be seen inside.
process.env["TZ"] = "Asia/Kathmandu";
setFlagsFromString("--expose-gc");

/**
 * MiB by which the process may have grown: one leaked machine an attack would be 5,000. Of the resident
 * size some 400 stay with the allocator, more on a busy machine.
 */
const HEAP_MIB = 20;
const RSS_MIB = 800;

const attacks = readAttacks();
const kinds = [...new Set(attacks.map(({ kind }) => kind))];
const neighbour = readFileSync(new URL("attacks/neighbour.js", import.meta.url), "utf8");
const small = { cpuMs: 50, memoryBytes: 32 * 2 ** 20, wallMs: 10_000 };
const faked = createSandbox({ limits: small, fetch: fakeFetch });
/** With the fetch that plugins have by default. */
const guarded = createSandbox({ limits: small });
const primordials = readPrimordials();
const unhandled: unknown[] = [];
const connections: unknown[] = [];
const server = createServer((socket) => {
  connections.push(socket);
  socket.destroy();
});
let port = 0;
/** What the neighbour reports when nobody has attacked. */
let sound: unknown;
let memoryBefore = { heap: 0, rss: 0 };

const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", note).on("uncaughtExceptionMonitor", note);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  sound = await ask(faked);
  memoryBefore = await memory();
});

afterAll(() => {
  server.close();
  process.off("unhandledRejection", note).off("uncaughtExceptionMonitor", note);
});

/** Loads the honest plugin and calls it. */
async function ask(sandbox: Sandbox): Promise<unknown> {
  // On a busy machine it must not be the one that is blamed.
  const plugin = await sandbox.load(neighbour, { limits: { cpuMs: 1000 } });
  const world = createWorld(port);
  const found = Object(await reportOf(plugin, world.context));
  return { ...found, sends: world.sends() };
}

/** How a run ended, and how many sends reached the bot. */
interface Run {
  readonly outcome: string;
  readonly detail: unknown;
  readonly sent: number;
}

/** Loads an attack and calls its handler; returns whatever is not as expected. */
async function attempt(sandbox: Sandbox, attack: Attack): Promise<string[]> {
  const { source, limits, runs } = attack;
  const world = createWorld(port);
  const before = world.snapshot();
  const plugin = await sandbox.load(source, { limits }).catch(asError);
  if (plugin instanceof Error) {
    return judge({ outcome: `load ${codeOf(plugin)}`, detail: plugin.message, sent: 0 }, attack);
  }
  const problems: string[] = [];
  for (let run = 0; run < runs; run++) {
    const earlier = world.sends();
    const ended = await plugin.handler(world.context).catch(asError);
    // Whatever comes after the end has time to come.
    await ask(sandbox);
    const sent = world.sends() - earlier;
    const [outcome, detail] =
      ended instanceof Error ? [codeOf(ended), ended.message] : [nameOf(ended), ended];
    problems.push(...judge({ outcome, detail, sent }, attack));
  }
  if (!isDeepStrictEqual(world.snapshot(), before)) problems.push("the host's objects are changed");
  return problems;
}

function judge({ outcome, detail, sent }: Run, attack: Attack): string[] {
  const problems: string[] = [];
  if (!attack.outcomes.includes(outcome)) {
    problems.push(`it ended with ${outcome}: ${JSON.stringify(detail)}`);
  }
  if (sent !== attack.sent) problems.push(`${sent} sends reached the bot`);
  return problems;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`no error was thrown but ${String(thrown)}`);
}

/** A handler's result is a fresh plain object with one key; more than that has leaked out. */
function nameOf(result: unknown): string {
  if (Object.getPrototypeOf(Object(result)) !== Object.prototype) return "leaked";
  if (isDeepStrictEqual(result, { handled: true })) return "handled";
  return isDeepStrictEqual(result, { handled: false }) ? "passed" : "leaked";
}

function codeOf(error: Error): string {
  return isBotwrightError(error) ? error.code : String(error);
}

async function memory(): Promise<{ heap: number; rss: number }> {
  const collect: unknown = runInNewContext("gc");
  for (let round = 0; round < 3; round++) {
    if (typeof collect === "function") collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 };
}

test("the neighbour works when nobody attacks", async () => {
  expect(sound).toMatchObject({ calls: 1, count: 1, works: true, sends: 1 });
  expect(await ask(guarded)).toEqual(sound);
});

describe.each(kinds)("%s", (kind) => {
  const sandbox = kind === "fetch" ? guarded : faked;
  test.each(attacks.filter((attack) => attack.kind === kind))("$name: $about", async (attack) => {
    const [problems, beside] = await Promise.all([attempt(sandbox, attack), ask(sandbox)]);
    expect(problems).toEqual([]);
    expect(beside).toEqual(sound);
    expect(await ask(sandbox)).toEqual(sound);
    expect(changedPrimordials(primordials)).toEqual([]);
    expect(connections).toEqual([]);
    expect(unhandled).toEqual([]);
  });
});

describe("a plugin that hangs workers", () => {
  const source = attacks.find(({ name }) => name === "native/search-in-array")?.source ?? "";

  test("is kept away after three strikes, for a time, and others are not", async () => {
    const clock = createManualClock(1_700_000_000_000);
    const events: SandboxEvent[] = [];
    const quarantine = { strikes: 3, windowMs: 60_000, forMs: 300_000 };
    const onEvent = (event: SandboxEvent): number => events.push(event);
    await using own = createSandbox({ limits: small, clock, quarantine, onEvent });
    const plugin = await own.load(source, { slug: "hangs" });
    const codes: string[] = [];
    const call = async (): Promise<void> => {
      const ended = await plugin.handler(createWorld(port).context).catch(asError);
      codes.push(ended instanceof Error ? codeOf(ended) : "handled");
    };
    // A strike is forgotten in time.
    await call();
    clock.advance(60_000);
    for (let round = 0; round < 5; round++) await call();
    const hung = "SANDBOX_CPU_LIMIT";
    expect(codes).toEqual([hung, hung, hung, hung, "PLUGIN_QUARANTINED", "PLUGIN_QUARANTINED"]);
    const again = await own.load(source).catch(asError);
    expect(again).toMatchObject({ code: "PLUGIN_QUARANTINED" });
    expect(await ask(own)).toEqual(sound);
    const told = events.filter(({ type }) => type === "plugin-quarantined");
    const untilMs = clock.now() + 300_000;
    expect(told).toEqual([expect.objectContaining({ slug: "hangs", strikes: 3, untilMs })]);
    const ends = events.filter((event) => event.type === "worker-ended" && event.reason === "hung");
    expect(ends).toHaveLength(4);
    clock.advance(300_000);
    await call();
    expect(codes.at(-1)).toBe(hung);
  });
});

test("the process's memory is as before, once the sandboxes are closed", async () => {
  await Promise.all([faked.close(), guarded.close()]);
  const after = await memory();
  expect(after.heap - memoryBefore.heap).toBeLessThan(HEAP_MIB);
  expect(after.rss - memoryBefore.rss).toBeLessThan(RSS_MIB);
  expect(unhandled).toEqual([]);
});
