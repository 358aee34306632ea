import { expect, test } from "vitest";
import { connectSimulator } from "../src/chat/connect-simulator.ts";
import { createHarness } from "../src/index.ts";

const PLUGIN = `
  export async function handler({ bot, msg }) {
    const { message } = msg.raw;
    const name = message?.from?.first_name ?? "";
    await bot.reply(msg, "hello " + name + (msg.quotedMessage?.text ?? ""));
    return { handled: true };
  }`;

test("a person of a test has their name on Telegram's wire, also where they are quoted", async () => {
  await using h = await createHarness(PLUGIN);
  await using on = await h.on("telegram");
  const ann = on.user("ann");
  expect((await ann.says("three?")).replies).toEqual(["hello ann"]);
  expect((await ann.quotes("three?", "no")).replies).toEqual(["hello annann | three?"]);
});

test("a person of a test is named where Feishu quotes them", async () => {
  await using h = await createHarness(PLUGIN);
  await using on = await h.on("feishu");
  const ann = on.user("ann");
  await ann.says("three?");
  expect((await ann.quotes("three?", "no")).replies).toEqual(["hello ann | three?"]);
});

test("a connected simulator names a person at their first message, and keeps another name", async () => {
  await using platform = await connectSimulator("telegram");
  const names: unknown[] = [];
  await platform.adapter.start(async ({ message }) => {
    names.push(Object(message.raw).message.from.first_name);
  });
  await platform.simulator.say({ from: platform.idOf("ann"), text: "hello" });
  platform.simulator.introduce({ id: platform.idOf("bea"), name: "Beatrice" });
  await platform.simulator.say({ from: platform.idOf("bea"), text: "hello" });
  await platform.simulator.say({ from: "1234", text: "hello" });
  await expect.poll(() => names).toEqual(["ann", "Beatrice", "User 1234"]);
});
