import { createMemoryAdapterState, type IncomingMessage } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { createTelegramAdapter } from "../src/index.ts";

test("a text comes in, an answer goes out as a reply", async () => {
  await using telegram = await startSimulator("telegram");
  const adapter = createTelegramAdapter({
    token: telegram.credentials.token,
    apiBase: `${telegram.baseUrl}/`,
    state: createMemoryAdapterState(),
  });
  const received: IncomingMessage[] = [];
  await adapter.start(async (incoming) => {
    received.push(incoming);
    const { from, text, contextToken } = incoming.message;
    await adapter.sendText(from, `You said: ${text}`, { contextToken });
  });
  const said = await telegram.say({ from: "1001", text: "hello" });
  const [answer] = await telegram.waitForSent(1);
  expect(answer).toMatchObject({
    to: "1001",
    type: "text",
    text: "You said: hello",
    quotes: { messageId: said.messageId, text: "hello" },
  });
  expect(received[0]?.id).toBe(said.id);
  await adapter.stop();
  expect(telegram.pending()).toBe(0);
});
