// Calls the context's methods on other receivers, and with hostile ones.
// expect: handled
export async function handler({ storage, bot }) {
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error("the receiver was looked at");
      },
    },
  );
  const { name } = await Reflect.apply(storage.get, hostile, ["profile"]);
  const method = Object.getPrototypeOf(bot.reply).call;
  const again = await method.call(storage.get, null, "profile");
  let built;
  try {
    built = new storage.get("profile");
  } catch {
    built = undefined;
  }
  if (built instanceof Promise) await built;
  return { handled: name === "owner" && again.name === "owner" };
}
