// Goes on in `finally` when the loop is stopped, and sends something there.
// expect: SANDBOX_CPU_LIMIT
export async function handler({ bot, msg }) {
  for (;;) {
    try {
      for (;;);
    } finally {
      bot.reply(msg, "still here");
      continue;
    }
  }
}
