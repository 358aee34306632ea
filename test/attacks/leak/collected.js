// Callbacks of collected objects, which would run in the time of another call.
// expect: handled
// runs: 2
const registry = new FinalizationRegistry((send) => send());
const left = new WeakRef({ from: "loading" });
export async function handler({ bot, msg, storage }) {
  const before = (await storage.get("ran")) === true;
  for (let i = 0; i < 100; i++) registry.register({}, () => bot.reply(msg, "collected"));
  await storage.set("ran", true);
  const now = left.deref()?.from ?? "gone";
  return { handled: typeof before === "boolean" && ["loading", "gone"].includes(now) };
}
