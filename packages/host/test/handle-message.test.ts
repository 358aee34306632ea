import { silentLogger } from "@botwright/core";
import { expect, test } from "vitest";
import { incoming } from "../../core/test/messages.ts";
import { handleMessage } from "../src/inbox/handle-message.ts";

async function fails(): Promise<never> {
  throw new Error("not yet");
}

test("a message that fails pauses twice as long before each further attempt, for a minute at most", async () => {
  const limits = { attempts: 10, firstMs: 500, maxMs: 60_000 };
  const pauses: unknown[] = [];
  for (let failures = 0; failures < limits.attempts; failures++) {
    const starts = failures + 1;
    const message = { id: 1, botId: 1, incoming: incoming(), starts, failures, isFirst: false };
    const handling = await handleMessage(message, fails, limits, silentLogger);
    pauses.push(handling.how === "again" ? handling.afterMs : handling.how);
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, "aside"]);
});
