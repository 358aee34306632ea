import { until } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { openFixture, USER } from "./telegram.ts";

test("a kind without known text is dropped, with one debug line", async () => {
  await using fixture = await openFixture();
  const { telegram, logger } = fixture;
  await fixture.started();
  const chat = { id: -5, type: "group" as const, title: "Club" };
  await telegram.push({ from: USER, fields: { story: { id: 5 } } });
  await telegram.push({ from: USER, fields: { paid_media: { star_count: 1 }, caption: "buy" } });
  // Not to the bot alone, so nothing is missing.
  await telegram.push({ from: USER, chat, fields: { story: { id: 5 } } });
  await telegram.push({ from: USER, fields: { dice: { emoji: "🎲", value: 4 } } });
  await until("the message", () => fixture.received.length === 1);
  expect(fixture.received[0]?.message).toMatchObject({ type: "text", text: "🎲 4" });
  const dropped = logger.lines.filter(({ message }) => message.endsWith("kind was dropped"));
  const message = "Telegram: a message of an unsupported kind was dropped";
  expect(dropped).toEqual([
    { level: "debug", message, fields: { kind: "story" } },
    { level: "debug", message, fields: { kind: "paid_media" } },
  ]);
});

test.each(["\u200B", " \u2060\uFEFF\n", "\u3164\u2800", "\u00AD\u200D\uFE0F"])(
  "a text without a visible character is nothing to say: case %#",
  async (text) => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    expect(await adapter.sendText(USER, text)).toEqual({ status: "ignored" });
    expect(fixture.telegram.requests().filter(({ call }) => call === "sendMessage")).toEqual([]);
  },
);

test("a text with something to see is sent as it is", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.inChat();
  for (const text of ["\u200Ba", "👍🏽", "❤️"]) await adapter.sendText(USER, text);
  expect(fixture.telegram.sent().map(({ text }) => text)).toEqual(["\u200Ba", "👍🏽", "❤️"]);
});
