// Thousands of levels in every place that takes any value, or whose members are not looked at.
// expect: handled
// limits: { "cpuMs": 1000 }
function nest(levels) {
  let value = {};
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? { value } : [value];
  return value;
}
export async function handler({ aiService, bot, msg, storage, searchService, getPlatformCreds }) {
  const sizes = { thumb_width: 1, thumb_height: 1, mid_size: 1 };
  const media = { encrypt_query_param: "reference", more: nest(1000) };
  const attempts = [
    () => storage.set("key", nest(1000)),
    () => storage.set(nest(1000), "value"),
    () => aiService.callModel({ model: "m", messages: [{ role: "user", content: nest(1000) }] }),
    () => aiService.callModel({ model: "m", messages: nest(1000) }),
    () => bot.reply({ ...msg, raw: nest(1000) }, "text"),
    () => bot.downloadImage({ ...sizes, media }),
    () => searchService.search("query", nest(1000)),
    () => getPlatformCreds(nest(1000)),
  ];
  for (const attempt of attempts) {
    const error = await attempt().catch((thrown) => thrown);
    const isSearch = String(attempt).includes("searchService");
    const code = isSearch ? "INVALID_QUERY" : "INVALID_ARGUMENT";
    if (error?.code !== code) throw new Error(`${attempt}: ${error?.code}`);
  }
  return { handled: true };
}
