// Arguments that throw while they are read: the call is not made, and the error is the plugin's.
// expect: handled
export async function handler({ bot, msg, storage }) {
  const boom = () => {
    throw new Error("mine");
  };
  const odd = [
    new Proxy({}, { ownKeys: boom }),
    new Proxy({}, { get: boom }),
    { toJSON: boom },
    {
      get field() {
        return boom();
      },
    },
  ];
  for (const value of odd) {
    for (const attempt of [() => storage.set("key", value), () => bot.reply(value, "hello")]) {
      const error = await attempt().catch((thrown) => thrown);
      if (error?.message !== "mine") throw new Error(`rejected with ${error?.message}`);
    }
  }
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const error = await bot.reply(revoked.proxy, msg.text).catch((thrown) => thrown);
  return { handled: error instanceof TypeError };
}
