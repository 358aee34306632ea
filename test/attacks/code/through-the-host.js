// Function constructors of what the host handed in and answered.
// expect: handled
export async function handler(ctx) {
  const answer = await ctx.storage.get("profile");
  const error = await ctx.storage.get("refused").catch((thrown) => thrown);
  const promise = ctx.storage.get("profile");
  const response = await fetch("https://api.example/");
  const found = [
    ctx,
    ctx.bot.reply,
    ctx.storage.get,
    ctx.getPlatformCreds,
    ctx.mediaBuffer,
    answer,
  ];
  found.push(error, promise, promise.then, response, response.headers, response.json, console.log);
  for (const value of [...found, setTimeout(() => {}, 1000), fetch, Buffer.from]) {
    let made;
    try {
      made = value.constructor.constructor("return 1");
    } catch (thrown) {
      if (thrown instanceof EvalError) continue;
      throw thrown;
    }
    throw new Error(`${String(value)} led to ${made}`);
  }
  return { handled: true };
}
