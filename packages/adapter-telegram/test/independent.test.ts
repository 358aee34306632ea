import { Server } from "node:http";
import { createFastClock } from "@botwright/adapter-kit/contract";
import { TelegramServer } from "telegram-test-api/lib/telegramServer.js";
import { expect, test, vi } from "vitest";
import { createTelegramAdapter } from "../src/index.ts";

/**
 * A server that is not ours. It ignores offset, limit and timeout, answers unknown methods with 500
 * and no `ok`, and serves text only.
 */
test("telegram-test-api serves the adapter: text in, text out", async () => {
  const server = await startServer();
  const token = "42:independent";
  const clock = createFastClock();
  const adapter = createTelegramAdapter({ token, apiBase: server.config.apiURL, clock });
  try {
    const received: string[] = [];
    await adapter.start(async ({ message }) => {
      received.push(message.text);
      await adapter.sendTyping?.(message.from);
      await adapter.sendText(message.from, `You said: ${message.text}`, message);
    });
    const client = server.getClient(token, { userId: 7, chatId: 7, firstName: "Ann" });
    await client.sendMessage(client.makeMessage("hello"));
    await client.sendMessage(client.makeMessage("and again"));
    const history = await vi.waitFor(() => {
      const messages = server.getUpdatesHistory(token).flatMap((update) => {
        return "message" in update && "text" in update.message ? [update.message.text] : [];
      });
      expect(messages).toHaveLength(4);
      return messages;
    });
    expect(received).toEqual(["hello", "and again"]);
    expect(history).toEqual(expect.arrayContaining(["You said: hello", "You said: and again"]));
    // Its instant empty answers are not met with a hot loop.
    expect(clock.waits).toContain(1000);
  } finally {
    await adapter.stop();
    await server.stop();
  }
});

/** Starts it on a port that is free: given 0, it would take its usual one. */
async function startServer(): Promise<TelegramServer> {
  const server = new TelegramServer({ host: "127.0.0.1" });
  server.config.port = 0;
  await server.start();
  const http: unknown = Reflect.get(server, "server");
  const address = http instanceof Server ? http.address() : null;
  if (address === null || typeof address === "string") throw new Error("it has no port");
  server.config.apiURL = `http://127.0.0.1:${address.port}`;
  return server;
}
