// Texts of megabytes where a short one belongs: neither sent nor asked for.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ bot, msg, storage, searchService, aiService }) {
  const long = "x".repeat(5_000_000);
  const attempts = [
    () => bot.reply(msg, long),
    () => bot.reply({ ...msg, from: long }, "text"),
    () => storage.get(long),
    () => searchService.search(long),
    () => aiService.callModel({ model: "m", messages: [{ role: long, content: "x" }] }),
  ];
  for (const attempt of attempts) {
    const error = await attempt().catch((thrown) => thrown);
    const isSearch = String(attempt).includes("searchService");
    const code = isSearch ? "INVALID_QUERY" : "INVALID_ARGUMENT";
    if (error?.code !== code) throw new Error(`${attempt}: ${error?.code}`);
    if (error.message.length > 500) throw new Error("the error holds the text");
  }
  return { handled: true };
}
