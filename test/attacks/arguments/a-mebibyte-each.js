// Calls that send an image of almost a mebibyte each, all at once.
// expect: handled
// parallel: 8
// sent: 8
export async function handler({ bot, msg }) {
  await bot.sendImage(msg.from, Buffer.alloc(1_000_000));
  return { handled: true };
}
