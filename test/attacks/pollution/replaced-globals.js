// Replaces globals that the bootstrap uses by its own: the host must believe none of them.
// expect: handled
// sent: 1
const { stringify } = JSON;
const forged = {
  JSON: {
    stringify: (value) => stringify(value).replace("hello", "forged"),
    parse: () => "forged",
  },
  Reflect: { get: () => "forged", ownKeys: () => ["forged"] },
  Map: class {},
  Number: () => 1,
};
export async function handler({ bot, msg }) {
  for (const name of Object.keys(forged)) {
    try {
      Object.defineProperty(globalThis, name, { value: forged[name] });
    } catch {
      // As it should be.
    }
  }
  const receipt = bot.reply(msg, "hello");
  await receipt;
  return { handled: true };
}
