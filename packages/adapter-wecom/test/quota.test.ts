import { setImmediate as settle } from "node:timers/promises";
import { createManualClock, createMemoryAdapterState } from "@botwright/core";
import { expect, test } from "vitest";
import { createSendQuota } from "../src/send/quota.ts";
import { createLeapClock } from "./wecom.ts";

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

test("a clock that is set back holds a message up for a minute at most", async () => {
  const clock = createLeapClock();
  let setBack = 0;
  const quota = createSendQuota({
    limits: { perMinute: 2, perHour: 1000 },
    agentId: "1",
    state: createMemoryAdapterState(),
    clock: {
      now: () => clock.now() - setBack,
      after: (ms, callback) => clock.after(ms, callback),
    },
    redact: (text) => text,
  });
  for (let count = 0; count < 2; count++) await quota.wait("ann");
  setBack = 2 * 3_600_000;
  for (let count = 0; count < 2; count++) await quota.wait("ann");
  expect(clock.waits).toEqual([61_000]);
});
