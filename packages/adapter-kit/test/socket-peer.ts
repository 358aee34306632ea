import { describeError } from "@botwright/core";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type WebSocket as Peer, WebSocketServer } from "ws";
import { runSocketLoop, type SocketLoopOptions } from "../src/index.ts";

/** A server that keeps its connections, and a loop on it, until the test ends. */
export async function startLoop(options: Partial<SocketLoopOptions> = {}) {
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
  onTestFinished(() => {
    aborter.abort();
    for (const peer of peers) peer.terminate();
    server.close();
  });
  const peer = async (number: number): Promise<Peer> => {
    while (peers.length < number) await sleep(5);
    const found = peers[number - 1];
    if (found === undefined) throw new Error("no peer");
    return found;
  };
  return { peer, peers, wires, received, errors, aborter, loop };
}

export const answerOf = (peer: Peer): Promise<Buffer> =>
  new Promise((resolve) => peer.once("message", (data: Buffer) => resolve(data)));

/** Waits until the other side has read all that was sent to it: it answers a ping in its turn. */
export async function roundTrip(peer: Peer): Promise<void> {
  const answered = once(peer, "pong");
  peer.ping();
  await answered;
}
