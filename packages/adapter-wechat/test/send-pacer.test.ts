import { setImmediate as settle } from "node:timers/promises";
import {
  type Clock,
  createManualClock,
  NetworkError,
  PlatformError,
  systemClock,
} from "@botwright/core";
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

test("sends that were given up take no turn: the queue of a flood ends with its runs", async () => {
  const clock = createManualClock();
  const pace = createSendPacer(1500, clock);
  const sent: string[] = [];
  const aborter = new AbortController();
  const send = (text: string, signal?: AbortSignal): Promise<string> =>
    pace(async () => {
      sent.push(text);
      return text;
    }, signal).catch((error: unknown) => String(error));
  const flood = Array.from({ length: 1000 }, (_, index) => send(`${index}`, aborter.signal));
  const last = send("last");
  await settle();
  clock.advance(1500);
  await settle();
  expect(sent).toEqual(["0", "1"]);
  aborter.abort(new Error("given up"));
  // The third one waits for its interval and need not, and none of the others has one.
  const outcomes = await Promise.all(flood);
  expect(outcomes.slice(0, 2)).toEqual(["0", "1"]);
  expect(new Set(outcomes.slice(2))).toEqual(new Set(["Error: given up"]));
  await settle();
  clock.advance(1500);
  expect(await last).toBe("last");
  expect(sent).toEqual(["0", "1", "last"]);
});

test("a send that has begun goes on when it is given up: if it was lost, it is made again", async () => {
  const clock = createManualClock();
  const pace = createSendPacer(0, clock);
  const aborter = new AbortController();
  let failures = 1;
  const sending = pace(async () => {
    if (failures-- > 0) throw new NetworkError("lost", { code: "NETWORK_FAILED" });
    return "sent";
  }, aborter.signal);
  await settle();
  aborter.abort(new Error("given up"));
  clock.advance(1000);
  expect(await sending).toBe("sent");
});
