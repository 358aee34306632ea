import { setImmediate as settle } from "node:timers/promises";
import { createManualClock, createMemoryAdapterState } from "@botwright/core";
import { expect, test } from "vitest";
import { createSendQuota } from "../src/send/quota.ts";

test("a message that was given up while it waited is not counted", async () => {
  const clock = createManualClock();
  const quota = createSendQuota({
    limits: { perMinute: 1, perHour: 2 },
    agentId: "1",
    state: createMemoryAdapterState(),
    clock,
    redact: (text) => text,
  });
  await quota.wait("ann");
  const aborter = new AbortController();
  const waiting = quota.wait("ann", aborter.signal);
  await settle();
  aborter.abort(new Error("given up"));
  await expect(waiting).rejects.toThrow("given up");
  const next = quota.wait("ann");
  await settle();
  clock.advance(61_000);
  await expect(next).resolves.toBeUndefined();
});
