// A message to answer with very many members, none of which is the one that is needed.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ bot, msg }) {
  const members = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`key ${at}`, [at]]),
  );
  for (const target of [members, { ...members, from: msg.from }, { ...members, contextToken: 1 }]) {
    const error = await bot.reply(target, "text").catch((thrown) => thrown);
    if (error?.code !== "INVALID_ARGUMENT") throw new Error(`rejected with ${error?.code}`);
  }
  return { handled: true };
}
