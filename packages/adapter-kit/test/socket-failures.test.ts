import { describeError } from "@botwright/core";
import { once } from "node:events";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { answerOf, roundTrip, startLoop } from "./socket-peer.ts";

function rethrow(error: unknown): never {
  throw error;
}

test("answers without end before the answer end the attempt", async () => {
  const server = createServer();
  server.on("upgrade", (_request, wire) => wire.write("HTTP/1.1 103 Hints\r\n\r\n".repeat(17)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const { loop } = await startLoop({ dial: async () => url, onError: rethrow });
  await expect(loop).rejects.toMatchObject({ code: "NETWORK_FAILED" });
});

test("an answer that opens no connection may tell why in its headers", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(401, { "X-Reason": "too many" }).end("the ticket is secret");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const stopped = await startLoop({
    dial: async () => url,
    onError: rethrow,
    refusal: (header) => new Error(`${header("x-reason")}${header("x-other")}!`),
  });
  await expect(stopped.loop).rejects.toThrow("too many!");
  const silent = await startLoop({
    dial: async () => url,
    onError: rethrow,
    refusal: () => undefined,
  });
  await expect(silent.loop).rejects.toMatchObject({ code: "NETWORK_FAILED" });
});

test("stopping ends connection and loop; what onError throws ends them as well", async () => {
  const { peer, aborter, loop, received } = await startLoop();
  await roundTrip(await peer(1));
  aborter.abort();
  await loop;
  expect(received).toEqual(["closed"]);
  const refused = await startLoop({
    dial: () => Promise.reject(new Error("no such app")),
    onError: rethrow,
  });
  await expect(refused.loop).rejects.toThrow("no such app");
});

test.each(["not an address?ticket=secret", "wss://[::1/?ticket=secret", "ftp://a/?ticket=secret"])(
  "an address that cannot be dialled is a failure that does not show it: %s",
  async (url) => {
    const failed = Promise.withResolvers<unknown>();
    await startLoop({
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
    const { peer } = await startLoop({
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
