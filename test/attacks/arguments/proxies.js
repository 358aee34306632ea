// A proxy counts how often it is read: once, and the host sees one answer.
// expect: handled
// sent: 1
export async function handler({ bot, msg }) {
  const reads = {};
  const target = new Proxy(
    { ...msg },
    {
      get(real, key) {
        reads[String(key)] = (reads[String(key)] ?? 0) + 1;
        return real[key];
      },
    },
  );
  await bot.reply(target, "hello");
  const often = Object.entries(reads).filter(([, count]) => count > 1);
  if (often.length > 0) throw new Error(JSON.stringify(often));
  return { handled: true };
}
