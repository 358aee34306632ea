import { expect, test } from "vitest";
import { openFixture, texts, until, USER } from "./dingtalk.ts";

test("forwards, Markdown and documents arrive as text, and mentions in a rich text by name", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const { dingtalk } = fixture;
  const forwarded = [
    { sender: "Ann", text: "three?" },
    { sender: "Bob", text: "four" },
  ];
  await dingtalk.push({ from: USER, msgtype: "chatRecord", forwarded });
  await dingtalk.push({ from: USER, msgtype: "chatRecord", forwarded, asText: true });
  await dingtalk.push({ from: USER, msgtype: "markdown", content: { title: "t", text: "**b**" } });
  const content = { title: "Plan", biz_custom_action_url: "https://alidocs.dingtalk.com/i/1" };
  await dingtalk.push({ from: USER, msgtype: "interactiveCard", content });
  await dingtalk.push({ from: USER, msgtype: "richText", richText: [{ at: "Bob" }, " look"] });
  await until(() => expect(dingtalk.pending()).toBe(0));
  expect(texts(fixture)).toEqual([
    "Ann: three?\nBob: four",
    "Ann: three?\nBob: four",
    "**b**",
    "Plan\nhttps://alidocs.dingtalk.com/i/1",
    "@Bob look",
  ]);
});

test("a quote names its sender: the person, and the robot by the name in its options", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.inChat({ botName: "Robo" });
  await fixture.dingtalk.say({ from: USER, text: "three?" });
  await fixture.dingtalk.say({ from: USER, text: "no", quote: { text: "three?", from: USER } });
  await adapter.sendText(USER, "four?");
  await fixture.dingtalk.say({ from: USER, text: "yes", quote: { text: "four?" } });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  const quotes = fixture.received.map(({ message }) => message.quotedMessage?.text);
  expect(quotes.slice(-3)).toEqual([undefined, "Ann Lee | three?", "Robo | four?"].slice(-3));
});
