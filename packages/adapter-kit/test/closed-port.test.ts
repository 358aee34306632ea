import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { holdClosedPort } from "../src/contract/fixture/closed-port.ts";
import { serve } from "../src/contract/fixture/serve.ts";

async function closedServer(): Promise<string> {
  await using server = await serve((_, response) => response.end());
  return server.url;
}

/** What a connection to the address ends with. */
async function connectionTo(url: string): Promise<unknown> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return "connected";
  } catch (error) {
    return error;
  } finally {
    socket.destroy();
  }
}

test("a held port refuses connections", async () => {
  const url = await closedServer();
  await using _ = await holdClosedPort(url);
  expect(await connectionTo(url)).toMatchObject({ code: "ECONNREFUSED" });
});
