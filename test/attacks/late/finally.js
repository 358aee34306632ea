// Sends in `finally` after a limit has been broken.
// expect: SANDBOX_HOST_CALL_LIMIT
// limits: { "hostCalls": 3 }
export async function handler({ bot, msg, storage }) {
  try {
    for (;;) await storage.get("profile");
  } finally {
    await bot.reply(msg, "too late");
  }
}
