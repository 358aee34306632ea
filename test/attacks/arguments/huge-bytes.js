// Bytes larger than all that may cross.
// expect: SANDBOX_TRANSFER_LIMIT
// limits: { "transferBytes": 1000000 }
export async function handler({ bot }) {
  await bot.sendImage("user", new Uint8Array(2e6)).catch(() => {});
  return { handled: true };
}
