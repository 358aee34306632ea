// Weak references and a registry whose callbacks would run after the end.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler({ bot, msg }) {
  const registry = new FinalizationRegistry(() => bot.reply(msg, "collected"));
  const all = [];
  for (;;) {
    const one = { all: new Array(100).fill(all) };
    registry.register(one, all);
    all.push(new WeakRef(one), one);
  }
}
