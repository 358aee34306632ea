import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTrialChat } from "../src/trial/trial-chat.ts";

test("a large file is hashed in several turns of the event loop, and what is sent behind it stays there", async () => {
  const chat = createTrialChat("telegram");
  const bytes = new Uint8Array(4 * 2 ** 20).fill(7);
  let isSent = false;
  async function sendFile(): Promise<void> {
    await chat.adapter.sendFile?.("ann", bytes, "large.bin");
    isSent = true;
  }
  const sending = [sendFile(), chat.adapter.sendText("ann", "There it is.")];
  await nextTurn();
  expect(isSent).toBe(false);
  await Promise.all(sending);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(chat.takeSent()).toEqual([
    { type: "file", text: "large.bin", bytes: bytes.length, sha256 },
    { type: "text", text: "There it is.", bytes: 0, sha256: null },
  ]);
});
