import { type Clock, systemClock } from "@botwright/core";
import { expect, test } from "vitest";
import { createSendPacer } from "../src/send-pacer.ts";

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
