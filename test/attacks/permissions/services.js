// Declares nothing and asks for everything.
// expect: handled
export const meta = { slug: "modest", permissions: {} };
export async function handler({ aiService, searchService, getPlatformCreds, bot, storage }) {
  const media = { encrypt_query_param: "x" };
  const item = { thumb_width: 1, thumb_height: 1, mid_size: 1, media };
  const messages = [{ role: "user", content: "x" }];
  const attempts = [
    aiService.callModel({ model: "small", messages }),
    aiService.getModelsByCategory("chat"),
    aiService.getModelInfo("small"),
    aiService.isFreeModel("small"),
    aiService.getImageUsageToday(),
    searchService.search("cats"),
    getPlatformCreds("feishu"),
    getPlatformCreds("wechat"),
    bot.downloadImage(item),
    bot.downloadRaw("reference"),
  ];
  const codes = (await Promise.allSettled(attempts)).map(({ reason }) => reason?.code);
  if (codes.some((code) => code !== "PERMISSION_DENIED")) throw new Error(codes.join());
  const { name } = await storage.get("profile");
  return { handled: name === "owner" };
}
