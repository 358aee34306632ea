import assert from "node:assert/strict";
import type { Rule, ContractContext } from "../context.ts";
import { until } from "../fixture/wait.ts";

/** A message that answers an earlier one carries a quote of it. */
export const quoteRules: Readonly<Record<string, Rule>> = {
  // spec: message.text-with-quote, message.quoted-message
  "delivers a quote of the user's own text": (context) => quoted(context, "user"),
  "delivers a quote of the bot's text": (context) => quoted(context, "bot"),
  "delivers a quote of the bot's text after a restart": (context) => quoted(context, "bot", true),
  "keeps the order of messages that have to look a quote up": order,
};

/** For setups with `quotePicture`. */
export const pictureQuoteRules: Readonly<Record<string, Rule>> = {
  "delivers a quote of a picture": picture,
};

async function quoted(
  context: ContractContext,
  author: "user" | "bot",
  restarts = false,
): Promise<void> {
  const { simulator, user, received } = context;
  const adapter = await context.inChat();
  if (author === "bot") await adapter.sendText(user, "three o'clock?");
  else await simulator.say({ from: user, text: "three o'clock?" });
  await until("the question", () => author === "bot" || received.length > 0);
  if (restarts) {
    await adapter.stop();
    await context.started();
  }
  const quote = { text: "three o'clock?", ...(author === "user" && { from: user }) };
  await simulator.say({ from: user, text: "yes", quote });
  // On a slow machine a message may be acknowledged so late that the platform delivers it again.
  const answer = (): (typeof received)[number] | undefined =>
    received.find(({ message }) => message.text === "yes");
  await until("the answer", () => answer() !== undefined);
  const message = answer()?.message;
  assert.equal(message?.textWithQuote, "[引用: three o'clock?]\nyes");
  assert.match(message?.quotedMessage?.text ?? "", /(?:^|\| )three o'clock\?$/);
}

async function picture({ received, quotePicture, started }: ContractContext): Promise<void> {
  await started();
  await quotePicture();
  const answer = (): (typeof received)[number] | undefined =>
    received.find(({ message }) => message.text === "nice");
  await until("the answer", () => answer() !== undefined);
  const message = answer()?.message;
  assert.equal(message?.textWithQuote, "[引用: [图片]]\nnice");
  assert.match(message?.quotedMessage?.text ?? "", /(?:^|\| )\[图片\]$/);
}

async function order({ simulator, user, received, inChat }: ContractContext): Promise<void> {
  await inChat();
  await simulator.say({ from: user, text: "which?" });
  for (let index = 0; index < 4; index++) {
    await simulator.say({ from: user, text: `${index}`, quote: { text: "which?", from: user } });
    await simulator.say({ from: user, text: `${index}, plain` });
  }
  await until("all messages", () => received.length >= 9);
  assert.deepEqual(
    received.map(({ message }) => message.text),
    ["which?", ...[0, 1, 2, 3].flatMap((index) => [`${index}`, `${index}, plain`])],
  );
}
