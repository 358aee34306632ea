// Sends a file of 21 MB, more than one send may have, again and again.
// expect: handled
// default-limits: true
export async function handler({ bot, msg }) {
  const bytes = new Uint8Array(21_000_000);
  for (let call = 0; call < 4; call++) {
    const error = await bot.sendFile(msg.from, bytes, "large.bin").catch((thrown) => thrown);
    if (error.code !== "MEDIA_TOO_LARGE") throw new Error(String(error.code));
  }
  return { handled: true };
}
