// Hands over a hundred megabytes of media when it ends, behind fetches that are never answered.
// expect: SANDBOX_TRANSFER_LIMIT
// default-limits: true
// parallel: 8
export async function handler({ bot, msg }) {
  const bytes = new Uint8Array(4_000_000);
  for (let turn = 0; turn < 20; turn++) fetch("https://a.example/").catch(() => {});
  for (let turn = 0; turn < 25; turn++) bot.sendImage(msg.from, bytes).catch(() => {});
  return { handled: true };
}
