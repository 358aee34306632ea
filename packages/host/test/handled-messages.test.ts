import type { AIService } from "@botwright/core";
import { createServices } from "@botwright/services";
import { expect, test } from "vitest";
import { createHandledMessages } from "../src/inbox/handled-messages.ts";
import { chargePerMessage } from "../src/index.ts";
import { textMessage } from "./message-node.ts";

const run = { botDbId: 7, messageId: "m/1", plugin: "chat" };

/** A message of the bot of {@link run}, by the id of its row. */
function row(id: number, messageId = run.messageId) {
  return { id, botId: run.botDbId, incoming: { id: messageId, message: textMessage("hello") } };
}

test("the row of a message is known while it is handled, and not while another one has its id", () => {
  const handled = createHandledMessages();
  expect(handled.rowOf(run)).toBeUndefined();
  handled.begin(row(1));
  handled.begin(row(5, "m"));
  expect(handled.rowOf(run)).toBe(1);
  handled.begin(row(9));
  expect(handled.rowOf(run)).toBeUndefined();
  handled.end(row(1));
  expect(handled.rowOf(run)).toBe(9);
  handled.end(row(9));
  expect(handled.rowOf(run)).toBeUndefined();
  expect(handled.rowOf({ ...run, messageId: "m" })).toBe(5);
});

test("an effect of a message has one key, and that of another row another one", () => {
  const keys: string[] = [];
  const { aiService, ...others } = createServices().forAccount(1)("chat");
  const watched: AIService = {
    ...aiService,
    forEffect(key) {
      keys.push(key);
      return aiService.forEffect(key);
    },
  };
  const inbox = createHandledMessages();
  const services = chargePerMessage(() => ({ ...others, aiService: watched }), inbox);
  expect(() => services("chat", run)).toThrow(
    expect.objectContaining({ code: "INFRASTRUCTURE_FAILED" }),
  );
  for (const id of [1, 1, 9]) {
    inbox.begin(row(id));
    services("chat", run).aiService?.forEffect?.("7/m/1/chat/3");
    inbox.end(row(id));
  }
  expect(keys).toEqual(["7/m/1/chat/3@1", "7/m/1/chat/3@1", "7/m/1/chat/3@9"]);
});
