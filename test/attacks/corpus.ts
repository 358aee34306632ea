import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AttackSandbox,
  type AttackSandboxKind,
  sandboxKindOf,
  createAttackSandbox,
} from "./attack-sandbox.ts";
import { type Attack, readAttacks } from "./expectation.ts";
import { type Memory, type ProcessWatch, settledMemory, watchProcess } from "./process-watch.ts";

/**
 * Allowed growth of the process in MiB. Retained memory is in the heap or outside of it; of the resident
 * memory much is only cached, but one leaked machine per attack would add 5,000.
 */
const HEAP_MIB = 20;
const EXTERNAL_MIB = 20;
const RSS_MIB = 1500;
/** Threads that a sandbox may have beside its workers: slow ones, the one that fetches. */
const SPARE_THREADS = 8;

const KINDS: readonly AttackSandboxKind[] = ["small", "guarded", "network", "ordinary"];

const attacks = readAttacks();
const kinds = [...new Set(attacks.map(({ kind }) => kind))];

/** The attacks that a file names. */
function named(names: readonly string[]): Attack[] {
  return names.map((wanted) => {
    const found = attacks.find(({ name }) => name === wanted);
    if (found === undefined) throw new Error(`there is no attack ${wanted}`);
    return found;
  });
}

/** What makes the host compute most, kinds of attacks and some of other kinds: `npm test` leaves them out. */
const LONG: ReadonlySet<string> = new Set([
  "answers",
  "arguments",
  "crossing",
  "flood",
  "late/unfinished-media",
  "late/waiting-arguments",
  "loads",
  "memory",
  "native",
  "pairs",
  "results/values",
  "servers",
  "stack/argument",
]);

/** Milliseconds for each of these: one of them makes ten images of 30 MB, with new memory for all of it. */
const LONG_MS = 300_000;

/** Which attacks a test file runs: two share them, so that they run side by side. */
export type Half = "even" | "odd";

/** Registers the tests of half of the corpus, in sandboxes with this number of workers. */
export function describeCorpus(workers: number, half: Half): void {
  // The machine's place must not be seen inside.
  process.env["TZ"] = "Asia/Kathmandu";
  const sandboxes = new Map<AttackSandboxKind, AttackSandbox>();
  let watch: ProcessWatch;
  let before: Memory;

  const sandboxOf = (kind: AttackSandboxKind): AttackSandbox => {
    const found = sandboxes.get(kind);
    if (found === undefined) throw new Error(`there is no sandbox ${kind}`);
    return found;
  };

  async function closeSandboxes(): Promise<void> {
    const open = [...sandboxes.values()];
    sandboxes.clear();
    await Promise.all(open.map((sandbox) => sandbox.close()));
  }

  beforeAll(async () => {
    watch = await watchProcess();
    for (const kind of KINDS) sandboxes.set(kind, await createAttackSandbox(kind, workers, watch));
    before = await settledMemory();
  });

  afterAll(async () => {
    await closeSandboxes();
    await watch[Symbol.asyncDispose]();
  });

  test("the neighbour works when no plugin attacks", () => {
    for (const { expected } of sandboxes.values()) {
      expect(expected).toMatchObject({ calls: 1, count: 1, works: true, sends: 1 });
    }
  });

  for (const kind of kinds) {
    const ofKind = attacks.filter((attack) => attack.kind === kind);
    const ours = ofKind.filter((_attack, index) => index % 2 === (half === "even" ? 0 : 1));
    describe(`attacks by ${kind}`, () => {
      for (const attack of ours) {
        const isLong = LONG.has(kind) || LONG.has(attack.name);
        const options = isLong ? { tags: ["long"], timeout: LONG_MS } : {};
        test(`${attack.name}: ${attack.about}`, options, async () => {
          const all = [attack, ...named(attack.beside)];
          expect(await sandboxOf(sandboxKindOf(attack)).run(all)).toBe("");
        });
      }
    });
  }

  const together = { tags: ["long"] };
  test.runIf(half === "even")("one attack of each kind, all at once", together, async () => {
    const small = attacks.filter((attack) => sandboxKindOf(attack) === "small");
    const one = kinds.flatMap((kind) => small.find((attack) => attack.kind === kind) ?? []);
    expect(await sandboxOf("small").run(one)).toBe("");
  });

  test("the process's memory is as before, once the sandboxes are closed", async () => {
    const { threads } = await settledMemory();
    // Slow workers come and go: as many as quick ones and two more, and those that just end.
    expect(threads).toBeLessThanOrEqual(
      before.threads + sandboxes.size * (workers + SPARE_THREADS),
    );
    await closeSandboxes();
    const after = await settledMemory();
    expect(after.threads).toBeLessThanOrEqual(before.threads);
    expect(after.heap - before.heap).toBeLessThan(HEAP_MIB);
    expect(after.external - before.external).toBeLessThan(EXTERNAL_MIB);
    expect(after.rss - before.rss).toBeLessThan(RSS_MIB);
    expect(watch.problems()).toEqual([]);
  });
}
