// Changes everything in its context.
// expect: handled
// runs: 2
export async function handler(ctx) {
  const { msg, config, quotedMessage } = ctx;
  const sound = msg.text === "hello" && quotedMessage.text === "quoted" && config.list.length === 2;
  for (const part of [msg, config, quotedMessage, msg.raw]) {
    for (const key of Reflect.ownKeys(part)) part[key] = "forged";
    part.forged = true;
  }
  ctx.userId = 999;
  ctx.botDbId = 999;
  ctx.messageId = 999;
  ctx.mediaBuffer = null;
  return { handled: sound && Object.isFrozen(ctx.bot) && Object.isFrozen(ctx.storage) };
}
