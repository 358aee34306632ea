// Overwrites downloaded bytes, and looks around them.
// expect: handled
export async function handler({ bot }) {
  const item = { encrypt_query_param: "x", aes_key: "k" };
  const first = await bot.downloadRaw("reference");
  const sound = first.toString("utf8") === "reference" && first.buffer.byteLength === 9;
  first.fill(0);
  const second = await bot.downloadRaw("reference");
  await bot.downloadImage(item).catch(() => {});
  return { handled: sound && second.toString("utf8") === "reference" };
}
