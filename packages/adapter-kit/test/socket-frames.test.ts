import { createManualClock } from "@botwright/core";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createDroppedFrames } from "../src/index.ts";
import { createRecordingLogger } from "../src/contract/fixture/logger.ts";
import { answerOf, roundTrip, startLoop } from "./socket-peer.ts";

/** So many frames of one byte at most, as one piece. */
const frames = (opcode: number, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.from([0x80 | opcode, 1, 0x78])));
const [TEXT, PING, PONG] = [1, 9, 10];

test("frames that come in one piece are handled in turns of their own", async () => {
  let inTurn = 0;
  let most = 0;
  let count = 0;
  const { peer, wires } = await startLoop({
    open: (socket) => ({
      onMessage() {
        most = Math.max(most, ++inTurn);
        setImmediate(() => (inTurn = 0));
        if (++count === 500) socket.send("done");
      },
    }),
  });
  const one = await peer(1);
  wires[0]?.write(frames(TEXT, 500));
  await answerOf(one);
  expect(most).toBe(1);
});

test.each([
  ["messages", TEXT],
  ["pings", PING],
  ["pongs", PONG],
])("a connection of thousands of tiny %s is given up", async (_name, opcode) => {
  const { peer, wires, received, errors } = await startLoop({ open: () => ({ onMessage() {} }) });
  await peer(1);
  wires[0]?.write(frames(opcode, 5000));
  await peer(2);
  expect(errors).toEqual(["NETWORK_BAD_ANSWER"]);
  expect(received).toEqual([]);
});

test("small frames that come over a long time are none too many", async () => {
  const clock = createManualClock(0);
  const { peer, peers, wires } = await startLoop({ clock, silenceMs: () => 1e9 });
  const one = await peer(1);
  for (let minutes = 0; minutes < 3; minutes++) {
    wires[0]?.write(frames(PONG, 1000));
    // What comes behind them is read after them.
    await roundTrip(one);
    clock.advance(60_000);
  }
  expect([peers.length, one.readyState]).toEqual([1, one.OPEN]);
});

test("of what is dropped on a connection the first is logged, and a hundred end it", async () => {
  const logger = createRecordingLogger();
  const { peer } = await startLoop({
    open(socket) {
      const drop = createDroppedFrames({ service: "Toy", socket, logger });
      return { onMessage: () => drop("Toy: what is no frame is dropped") };
    },
  });
  const one = await peer(1);
  for (let count = 0; count < 150; count++) one.send("what no session can read".repeat(10));
  await peer(2);
  expect(logger.lines.map(({ message }) => message)).toEqual([
    "Toy: what is no frame is dropped",
    "Toy: the connection is closed, because too much of it cannot be read",
  ]);
});

test("nothing more is read while megabytes of messages are in flight, for however long", async () => {
  const clock = createManualClock(0);
  const held: (() => void)[] = [];
  const { peer, peers } = await startLoop({
    clock,
    open: (socket) => ({
      onMessage(data) {
        if (data.length < 100) return socket.send("done");
        return new Promise((resolve) => held.push(resolve));
      },
    }),
  });
  const one = await peer(1);
  const large = "x".repeat(2 ** 20);
  for (let count = 0; count < 20; count++) one.send(large);
  one.send("last");
  const answered = answerOf(one);
  // 8 MiB, and what was read already.
  while (held.length < 8) await sleep(5);
  await sleep(100);
  expect(held.length).toBeLessThanOrEqual(9);
  // Silence is no sign of a dead connection then.
  clock.advance(3_600_000);
  let total = 0;
  while (total < 20) {
    const some = held.splice(0);
    total += some.length;
    for (const release of some) release();
    await sleep(5);
  }
  expect(String(await answered)).toBe("done");
  expect(peers).toHaveLength(1);
});

test("a connection is given up when its other side does not read what is sent", async () => {
  const { peer, wires, errors } = await startLoop();
  const one = await peer(1);
  wires[0]?.pause();
  const text = "x".repeat(2 ** 16);
  // More than the machine's buffers of a connection hold.
  for (let count = 0; count < 1000 && errors.length === 0; count++) {
    await new Promise((resolve) => one.send(text, resolve));
  }
  await peer(2);
  expect(errors).toEqual(["NETWORK_FAILED"]);
});
