import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { holdClosedPort } from "../src/contract/fixture/closed-port.ts";
import { serve } from "../src/contract/fixture/serve.ts";

async function closedServer(): Promise<number> {
  await using server = await serve((_, response) => response.end());
  return Number(new URL(server.url).port);
}

/** What a connection to the port ends with. */
async function connectionTo(port: number): Promise<unknown> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return "connected";
  } catch (error) {
    return error;
  } finally {
    socket.destroy();
  }
}

/** Whether a connected socket of this machine has the port, as Linux lists them: state 01. */
async function isHeld(port: number): Promise<boolean> {
  const sockets = await readFile("/proc/net/tcp", "utf8");
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return new RegExp(` ${local} \\S+ 01 `).test(sockets);
}

test.skipIf(process.platform !== "linux")(
  "a closed port is held and refuses connections until it is released (listed by Linux only)",
  async () => {
    const port = await closedServer();
    expect(await isHeld(port)).toBe(false);
    {
      await using _ = await holdClosedPort(`http://localhost:${port}`);
      expect(await isHeld(port)).toBe(true);
      expect(await connectionTo(port)).toMatchObject({ code: "ECONNREFUSED" });
    }
    expect(await isHeld(port)).toBe(false);
  },
);

test("a closed port that another server was given is waited for", async () => {
  const other = await serve((_, response) => response.end());
  const holding = holdClosedPort(other.url);
  const isHolding = vi.fn<() => void>();
  void holding.then(isHolding);
  // It has asked for the port by then, and has not got it.
  await sleep(100);
  expect(isHolding).not.toHaveBeenCalled();
  await other[Symbol.asyncDispose]();
  await using _ = await holding;
  expect(await connectionTo(Number(new URL(other.url).port))).toMatchObject({
    code: "ECONNREFUSED",
  });
});

test("a server on a port that another was given waits for it", async () => {
  const other = await serve((_, response) => response.end("other"));
  const serving = serve((_, response) => response.end("own"), Number(new URL(other.url).port));
  await other[Symbol.asyncDispose]();
  await using server = await serving;
  expect(await (await fetch(server.url)).text()).toBe("own");
});
