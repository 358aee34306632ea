import { createManualClock, systemClock } from "@botwright/core";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { type OpenSocket } from "../src/index.ts";
import { answerOf, roundTrip, startLoop } from "./socket-peer.ts";

/** Sessions that hand over when they are told to, and echo everything else. */
const handingOver = (socket: OpenSocket) => ({
  onMessage(data: string | Uint8Array) {
    if (data === "leave") socket.handOver();
    else socket.send(`echo ${String(data)}`);
  },
});

test("a connection that hands over goes on beside the next one, and is then closed", async () => {
  const clock = createManualClock(0);
  const reports: boolean[] = [];
  const { peer, peers, errors } = await startLoop({
    clock,
    open: handingOver,
    silenceMs: () => 1e9,
    onConnected: (isConnected) => reports.push(isConnected),
  });
  const one = await peer(1);
  await roundTrip(one);
  // It is stable by then, so that the next one comes at once.
  clock.advance(60_001);
  one.send("leave");
  const two = await peer(2);
  await roundTrip(two);
  for (const each of [one, two]) {
    each.send("hello");
    expect(String(await answerOf(each))).toBe("echo hello");
  }
  clock.advance(14_999);
  await roundTrip(one);
  const closed = once(one, "close");
  clock.advance(1);
  await closed;
  await roundTrip(two);
  expect([peers.length, reports, errors]).toEqual([2, [true, true], []]);
});

test("connections that hand over at once get pauses that grow, and two of them linger at most", async () => {
  const waits: number[] = [];
  const clock = {
    now: Date.now,
    after(ms: number, callback: () => void) {
      waits.push(ms);
      // Only pauses end within the test.
      return systemClock.after(ms > 50_000 ? ms : ms / 200, callback);
    },
  };
  const { peer, peers } = await startLoop({
    clock,
    open: handingOver,
    openMs: 99_000,
    silenceMs: () => 99_000,
    lingerMs: 99_000,
  });
  for (let count = 1; count <= 6; count++) {
    const next = await peer(count);
    await roundTrip(next);
    // The new one and two others; the closing of a fourth may be under way.
    while (peers.filter(({ readyState }) => readyState === WebSocket.OPEN).length > 3)
      await sleep(5);
    next.send("leave");
  }
  await peer(7);
  // The closing of a connection waits for a second.
  const pauses = waits.filter((ms) => ms < 50_000 && ms !== 1000).map(Math.round);
  expect(pauses).toHaveLength(6);
  for (const [index, ms] of pauses.entries()) {
    const expected = Math.min(1000 * 2 ** index, 30_000);
    expect(Math.abs(ms - expected)).toBeLessThanOrEqual(expected * 0.1 + 1);
  }
});
