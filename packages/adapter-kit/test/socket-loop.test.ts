import { createManualClock, describeError } from "@botwright/core";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, expect, test } from "vitest";
import { type WebSocket as Peer, WebSocketServer } from "ws";
import { runSocketLoop, type SocketLoopOptions } from "../src/index.ts";

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
  server.on("connection", (peer) => peers.push(peer));
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
  return { peer, received, errors, aborter, loop };
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
