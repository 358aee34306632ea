// Texts in place of callbacks.
// expect: handled
export async function handler({ bot, msg }) {
  const text = "globalThis.leaked = 1";
  for (const start of [setTimeout, setInterval, queueMicrotask]) {
    try {
      start(text, 0);
    } catch (error) {
      if (error instanceof TypeError) continue;
    }
    await bot.reply(msg, "a text was taken for a callback");
  }
  return { handled: true };
}
