// Tens of thousands of arguments for methods that take one or two.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ bot, storage, searchService }) {
  const many = new Array(30_000).fill("profile");
  for (const method of [storage.get, storage.set, storage.keys, bot.reply, searchService.search]) {
    const error = await Reflect.apply(method, undefined, many).catch((thrown) => thrown);
    // A search has codes of its own.
    const code = method === searchService.search ? "INVALID_QUERY" : "INVALID_ARGUMENT";
    if (error?.code !== code) throw new Error(`rejected with ${error?.code}`);
    if (error.message.length > 500) throw new Error("the error holds the arguments");
  }
  return { handled: true };
}
