// Looks for more in the context than the specification names.
// expect: handled
const names = ["aiService", "bot", "botDbId", "config", "getPlatformCreds", "mediaBuffer"];
names.push("messageId", "msg", "quotedMessage", "searchService", "storage", "userId");
export async function handler(ctx) {
  const found = Reflect.ownKeys(ctx).toSorted().join();
  if (found !== names.join()) throw new Error(found);
  if (ctx.pool !== undefined || ctx.bot.sendVoice !== undefined)
    throw new Error("more than allowed");
  return { handled: true };
}
