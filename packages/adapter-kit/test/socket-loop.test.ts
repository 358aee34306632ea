import { createManualClock } from "@botwright/core";
import { expect, test } from "vitest";
import { answerOf, roundTrip, startLoop } from "./socket-peer.ts";

test("text and bytes go both ways", async () => {
  const { peer, received } = await startLoop();
  const one = await peer(1);
  one.send("hello");
  expect(String(await answerOf(one))).toBe("echo hello");
  one.send(Buffer.from([0, 255]));
  expect(await answerOf(one)).toEqual(Buffer.from([0, 255]));
  expect(received).toEqual(["hello", "00ff"]);
});

test("a lost connection is made anew, and a broken session too", async () => {
  const { peer, received, errors } = await startLoop();
  (await peer(1)).terminate();
  const two = await peer(2);
  two.send("break");
  const three = await peer(3);
  three.send("again");
  await answerOf(three);
  expect(received).toEqual(["closed", "break", "closed", "again"]);
  expect(errors).toEqual(["NETWORK_FAILED", "INTERNAL_ERROR"]);
});

test("silence ends a connection that only seems to be there", async () => {
  const clock = createManualClock(0);
  const { peer, errors } = await startLoop({ clock, onError: () => 0, silenceMs: () => 60_000 });
  const one = await peer(1);
  one.send("alive");
  await answerOf(one);
  clock.advance(60_001);
  await peer(2);
  expect(errors).toEqual([]);
});

test("pings keep a quiet connection that is alive", async () => {
  const clock = createManualClock(0);
  const { peer, errors } = await startLoop({
    clock,
    onError: () => 0,
    silenceMs: () => 60_000,
    pingEveryMs: 30_000,
  });
  const one = await peer(1);
  await roundTrip(one);
  for (let minutes = 0; minutes < 5; minutes++) {
    const pinged = new Promise((resolve) => one.once("ping", resolve));
    clock.advance(30_000);
    await pinged;
    // The answer to it is before this one on the wire.
    await roundTrip(one);
  }
  expect(one.readyState).toBe(one.OPEN);
  expect(errors).toEqual([]);
});
