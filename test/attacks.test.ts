import { createManualClock } from "@botwright/core";
import { createSandbox, type SandboxEvent } from "@botwright/sandbox";
import { describe, expect, test } from "vitest";
import { asError, codeOf } from "./attacks/attempt.ts";
import { describeCorpus } from "./attacks/corpus.ts";
import { readAttacks } from "./attacks/expectation.ts";
import { ask } from "./attacks/neighbour.ts";
import { createAttackHost } from "./attacks/attack-host.ts";

describeCorpus(1, "even");

describe("a plugin that hangs workers", () => {
  const source = readAttacks().find(({ name }) => name === "native/search-in-array")?.source ?? "";

  test("is quarantined for a time after three strikes, and others are not", async () => {
    const clock = createManualClock(1_700_000_000_000);
    const events: SandboxEvent[] = [];
    const limits = { cpuMs: 50, memoryBytes: 32 * 2 ** 20 };
    const quarantine = { strikes: 3, windowMs: 60_000, forMs: 300_000 };
    const onEvent = (event: SandboxEvent): number => events.push(event);
    await using own = createSandbox({ limits, clock, quarantine, onEvent });
    const plugin = await own.load(source, { slug: "hangs" });
    const codes: string[] = [];
    const call = async (): Promise<void> => {
      const ended = await plugin.handler(createAttackHost(0).context).catch(asError);
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
    expect(await ask({ sandbox: own, port: 0 })).toMatchObject({ calls: 1, works: true, sends: 1 });
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
