/** Plugins that the tests use. */
export const PING = `export const meta = {
  slug: "ping",
  triggers: ["ping"],
  config_schema: [
    { key: "answer", label: "Answer", type: "text", default: "pong" },
    { key: "times", label: "Times", type: "number", default: 1 },
  ],
};

export async function handler({ bot, msg, config, storage, mediaBuffer }) {
  if (msg.type === "image") {
    await bot.reply(msg, "a picture of " + mediaBuffer.length + " bytes");
    return { handled: true };
  }
  if (msg.text !== "ping") return { handled: false };
  const count = Number(await storage.get("count")) + 1;
  await storage.set("count", count);
  console.log("asked", count, "times");
  await bot.reply(msg, "**" + config.answer.repeat(config.times) + "** " + count);
  return { handled: true };
}
`;

/** Asks everything that \`dev\` has a fake for. */
export const ASKER = `export const meta = { slug: "asker" };
export async function handler({ bot, msg, aiService, searchService, getPlatformCreds }) {
  const { text } = await aiService.callModel({ model: "any", messages: [{ role: "user", content: msg.text }] });
  const { results } = await searchService.search(msg.text);
  const { imageUrl } = await aiService.callModel({ model: "fake-image", imagePrompt: msg.text });
  const picture = Buffer.from(await (await fetch(imageUrl)).arrayBuffer());
  await bot.sendImage(msg.from, picture);
  const creds = await getPlatformCreds("feishu");
  await bot.reply(msg, [text, results[0].title, creds?.app_id].join(" | "));
  return { handled: true };
}
`;
