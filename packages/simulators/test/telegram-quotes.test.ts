import { expect, test } from "vitest";
import { startSimulator, type TelegramSimulator } from "@botwright/simulators";
import { at, rawBot } from "./raw-bot.ts";

/** What the bot gets to see of the messages that are answered. */
async function answered(sim: TelegramSimulator): Promise<unknown[]> {
  const { result } = await rawBot(sim).call("getUpdates");
  const updates: unknown[] = Array.isArray(result) ? result : [];
  return updates.flatMap((update) => {
    const message = at(update, "message", "reply_to_message");
    return message === undefined
      ? []
      : [[at(message, "from", "id"), at(message, "message_id"), at(message, "text")]];
  });
}

const BOT = 7000000001;

test("a quote finds the newest message of the chat with its text, of either or of one", async () => {
  await using sim = await startSimulator("telegram");
  const { call } = rawBot(sim);
  await sim.say({ from: "1", text: "hm" }); // message 1
  await call("sendMessage", { chat_id: 1, text: "hm" }); // message 2
  await sim.say({ from: "1", text: "b", quote: { text: "hm" } }); // message 3
  await sim.say({ from: "1", text: "c", quote: { text: "hm", from: "1" } });
  await sim.say({ from: "1", text: "d", quote: { text: "hm", from: String(BOT) } });
  await sim.say({ from: "1", text: "hm" }); // message 6
  await sim.say({ from: "1", text: "e", quote: { text: "hm" } });
  expect(await answered(sim)).toEqual([
    [BOT, 2, "hm"],
    [1, 1, "hm"],
    [BOT, 2, "hm"],
    [1, 6, "hm"],
  ]);
});

test("a quote never finds another person's chat, nor what was edited since", async () => {
  await using sim = await startSimulator("telegram");
  await sim.say({ from: "2", text: "secret" });
  await sim.say({ from: "1", text: "a", quote: { text: "secret" } });
  await sim.push({ from: "2", as: "edited_message", fields: { message_id: 1, text: "public" } });
  await sim.say({ from: "2", text: "b", quote: { text: "secret" } });
  // Each was made up in the person's own chat, as the bot's.
  expect(await answered(sim)).toEqual([
    [BOT, 1, "secret"],
    [BOT, 2, "secret"],
  ]);
  const stranger = { from: "1", text: "c", quote: { text: "secret", from: "2" } };
  await expect(sim.say(stranger)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
