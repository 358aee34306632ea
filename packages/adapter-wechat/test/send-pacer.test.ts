import { setImmediate as settle } from "node:timers/promises";
import { type Clock, NetworkError, PlatformError, systemClock } from "@botwright/core";
import { expect, test } from "vitest";
import { createSendPacer } from "../src/send/pacer.ts";

const DAY_MS = 86_400_000;

test("a clock that is set back does not hold sends up until it has caught up", async () => {
  let time = DAY_MS;
  const waits: number[] = [];
  const clock: Clock = {
    now: () => time,
    after(ms, callback) {
      waits.push(ms);
      return systemClock.after(0, callback);
    },
  };
  const pace = createSendPacer(2000, clock);
  await pace(async () => {});
  time -= DAY_MS;
  await pace(async () => {});
  expect(waits).toEqual([2000]);
});

test.each([
  ["got no answer", new NetworkError("lost", { code: "NETWORK_FAILED" }), ["bob", "ann"]],
  ["was throttled", new PlatformError("busy", { code: "PLATFORM_RATE_LIMITED" }), ["ann", "bob"]],
])("while a send that %s waits to be repeated", async (_, error, expected) => {
  const due: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    after(_ms, callback) {
      due.push(callback);
      return () => {};
    },
  };
  const pace = createSendPacer(0, clock);
  const sent: string[] = [];
  let failures = 1;
  const ann = pace(async () => {
    if (failures-- > 0) throw error;
    sent.push("ann");
  });
  const bob = pace(async () => void sent.push("bob"));
  await settle();
  for (const callback of due) callback();
  await Promise.all([ann, bob]);
  expect(sent).toEqual(expected);
});
