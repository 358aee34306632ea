/** Longer than other files: each test runs a loop against the one peer that `setUp` makes. */

import { createManualClock, describeError, systemClock } from "@botwright/core";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, expect, test } from "vitest";
import { type WebSocket as Peer, WebSocket, WebSocketServer } from "ws";
import {
  createDroppedFrames,
  type OpenSocket,
  runSocketLoop,
  type SocketLoopOptions,
} from "../src/index.ts";
import { createRecordingLogger } from "../src/contract/fixture/logger.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server that keeps its connections, and a loop on it. */
async function setUp(options: Partial<SocketLoopOptions> = {}) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const peers: Peer[] = [];
  /** The connections below, to write frames as one piece. */
  const wires: Socket[] = [];
  server.on("connection", (peer, { socket }) => {
    peers.push(peer);
    wires.push(socket);
  });
  const received: unknown[] = [];
  const errors: string[] = [];
  const aborter = new AbortController();
  const loop = runSocketLoop({
    service: "Toy",
    dial: async () => `ws://127.0.0.1:${port}/?ticket=secret`,
    open: (socket) => ({
      onMessage(data) {
        received.push(typeof data === "string" ? data : Buffer.from(data).toString("hex"));
        if (data === "break") throw new Error("the session broke");
        socket.send(typeof data === "string" ? `echo ${data}` : new Uint8Array(data));
      },
      onClose: () => received.push("closed"),
    }),
    onError(error) {
      errors.push(describeError(error).code);
      return 10;
    },
    silenceMs: () => 5000,
    signal: aborter.signal,
    ...options,
  });
  closing.push(
    () => server.close(),
    () => peers.map((peer) => peer.terminate()),
    () => aborter.abort(),
  );
  const peer = async (number: number): Promise<Peer> => {
    while (peers.length < number) await sleep(5);
    const found = peers[number - 1];
    if (found === undefined) throw new Error("no peer");
    return found;
  };
  return { peer, peers, wires, received, errors, aborter, loop };
}

const answerOf = (peer: Peer): Promise<Buffer> =>
  new Promise((resolve) => peer.once("message", (data: Buffer) => resolve(data)));

/** Waits until the other side has read all that was sent to it: it answers a ping in its turn. */
async function roundTrip(peer: Peer): Promise<void> {
  const answered = once(peer, "pong");
  peer.ping();
  await answered;
}

test("text and bytes go both ways", async () => {
  const { peer, received } = await setUp();
  const one = await peer(1);
  one.send("hello");
  expect(String(await answerOf(one))).toBe("echo hello");
  one.send(Buffer.from([0, 255]));
  expect(await answerOf(one)).toEqual(Buffer.from([0, 255]));
  expect(received).toEqual(["hello", "00ff"]);
});

test("a lost connection is made anew, and a broken session too", async () => {
  const { peer, received, errors } = await setUp();
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
  const { peer, errors } = await setUp({ clock, onError: () => 0, silenceMs: () => 60_000 });
  const one = await peer(1);
  one.send("alive");
  await answerOf(one);
  clock.advance(60_001);
  await peer(2);
  expect(errors).toEqual([]);
});

test("pings keep a quiet connection that is alive", async () => {
  const clock = createManualClock(0);
  const { peer, errors } = await setUp({
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

function rethrow(error: unknown): never {
  throw error;
}

test("answers without end before the answer end the attempt", async () => {
  const server = createServer();
  server.on("upgrade", (_request, wire) => wire.write("HTTP/1.1 103 Hints\r\n\r\n".repeat(17)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const address = server.address();
  const url = `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const { loop } = await setUp({ dial: async () => url, onError: rethrow });
  await expect(loop).rejects.toMatchObject({ code: "NETWORK_FAILED" });
});

test("an answer that opens no connection may tell why in its headers", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(401, { "X-Reason": "too many" }).end("the ticket is secret");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const address = server.address();
  const url = `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const stopped = await setUp({
    dial: async () => url,
    onError: rethrow,
    refusal: (header) => new Error(`${header("x-reason")}${header("x-other")}!`),
  });
  await expect(stopped.loop).rejects.toThrow("too many!");
  const silent = await setUp({ dial: async () => url, onError: rethrow, refusal: () => undefined });
  await expect(silent.loop).rejects.toMatchObject({ code: "NETWORK_FAILED" });
});

test("stopping ends connection and loop; what onError throws ends them as well", async () => {
  const { peer, aborter, loop, received } = await setUp();
  await roundTrip(await peer(1));
  aborter.abort();
  await loop;
  expect(received).toEqual(["closed"]);
  const refused = await setUp({
    dial: () => Promise.reject(new Error("no such app")),
    onError: rethrow,
  });
  await expect(refused.loop).rejects.toThrow("no such app");
});

test.each(["not an address?ticket=secret", "wss://[::1/?ticket=secret", "ftp://a/?ticket=secret"])(
  "an address that cannot be dialled is a failure that does not show it: %s",
  async (url) => {
    const failed = Promise.withResolvers<unknown>();
    await setUp({
      dial: async () => url,
      onError(error) {
        failed.resolve(error);
        return 10_000;
      },
    });
    const error = await failed.promise;
    expect(describeError(error).code).toBe("NETWORK_FAILED");
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("secret");
  },
);

test.each(["open", "onConnected", "silenceMs at a pong", "onClose"])(
  "what %s throws ends its connection only, and is told to onError",
  async (place) => {
    let opened = 0;
    let asked = 0;
    const failAt = (here: string): void => {
      if (here === place && opened === 1) throw new Error(`from ${here}`);
    };
    const told: unknown[] = [];
    const { peer } = await setUp({
      open(socket) {
        opened += 1;
        failAt("open");
        return {
          onMessage: (data) => socket.send(`echo ${String(data)}`),
          onClose: () => failAt("onClose"),
        };
      },
      onConnected(isConnected) {
        if (isConnected) failAt("onConnected");
      },
      silenceMs() {
        asked += 1;
        // The first time is at the opening.
        if (asked === 2) failAt("silenceMs at a pong");
        return 5000;
      },
      onError(error) {
        told.push(error instanceof Error ? error.message : error);
        return 10;
      },
    });
    const one = await peer(1);
    if (place === "onClose") one.close();
    one.pong();
    const two = await peer(2);
    two.send("hello");
    expect(String(await answerOf(two))).toBe("echo hello");
    expect(told).toEqual([`from ${place}`]);
  },
);

/** So many frames of one byte at most, as one piece. */
const frames = (opcode: number, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.from([0x80 | opcode, 1, 0x78])));
const [TEXT, PING, PONG] = [1, 9, 10];

test("frames that come in one piece are handled in turns of their own", async () => {
  let inTurn = 0;
  let most = 0;
  let count = 0;
  const { peer, wires } = await setUp({
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
  const { peer, wires, received, errors } = await setUp({ open: () => ({ onMessage() {} }) });
  await peer(1);
  wires[0]?.write(frames(opcode, 5000));
  await peer(2);
  expect(errors).toEqual(["NETWORK_BAD_ANSWER"]);
  expect(received).toEqual([]);
});

test("small frames that come over a long time are none too many", async () => {
  const clock = createManualClock(0);
  const { peer, peers, wires } = await setUp({ clock, silenceMs: () => 1e9 });
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
  const { peer } = await setUp({
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
  const { peer, peers } = await setUp({
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
  const { peer, wires, errors } = await setUp();
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
  const { peer, peers, errors } = await setUp({
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
  const { peer, peers } = await setUp({
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
