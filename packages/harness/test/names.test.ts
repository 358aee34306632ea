import { expect, test } from "vitest";
import { createHarness } from "../src/index.ts";

const PLUGIN = `
  export async function handler({ bot, msg }) {
    const quoted = msg.quotedMessage?.text ?? "";
    await bot.reply(msg, "hello " + msg.raw.senderNick + (quoted && ", you quote " + quoted));
    return { handled: true };
  }`;

test("a person of a test has their name on the platform's wire, also where they are quoted", async () => {
  await using h = await createHarness(PLUGIN);
  await using on = await h.on("dingtalk");
  expect((await on.user("ann").says("three?")).replies).toEqual(["hello ann"]);
  expect((await on.user("ann").quotes("three?", "no")).replies).toEqual([
    "hello ann, you quote ann | three?",
  ]);
  expect((await on.user("ann").quotes("hello ann", "hi")).replies).toEqual([
    "hello ann, you quote Simulated Bot | hello ann",
  ]);
});
