// Looks for more in the context than the specification names.
// expect: handled
const names = ["aiService", "bot", "botDbId", "config", "getPlatformCreds", "mediaBuffer"];
names.push("messageId", "msg", "quotedMessage", "searchService", "storage", "userId");
export async function handler(ctx) {
  const found = Reflect.ownKeys(ctx).toSorted().join();
  if (found !== names.join()) throw new Error(found);
  if (ctx.pool !== undefined || Object.keys(ctx.bot).includes("sendVoice"))
    throw new Error("more than allowed");
  // It can be called, as what a platform lacks, and sends nothing.
  const { status } = await ctx.bot.sendVoice(ctx.msg.from, Buffer.from("voice"));
  if (status !== "ignored") throw new Error(`a voice was ${status}`);
  return { handled: true };
}
