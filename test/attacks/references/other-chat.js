// The reference of a medium of another chat of the same bot.
// expect: handled
export async function handler({ bot, config: { references } }) {
  const [own, other] = references;
  if ((await bot.downloadRaw(own)).toString() !== "own") throw new Error("its own is refused");
  const error = await bot.downloadRaw(other).catch((thrown) => thrown);
  return { handled: error.code === "INVALID_MEDIA_REFERENCE" };
}
