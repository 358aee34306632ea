// Sends files of 10 MB, two calls at once.
// expect: SANDBOX_TRANSFER_LIMIT
// default-limits: true
// parallel: 2
// sent: 26
export async function handler({ bot, msg }) {
  const bytes = Buffer.alloc(10_000_000, 1);
  for (let turn = 0; turn < 32; turn++) await bot.sendFile(msg.from, bytes, "file");
  return { handled: true };
}
