// An honest plugin: it must work beside and after every attack, and finds what attacks leave behind.
let calls = 0;

const places = Reflect.ownKeys(globalThis).flatMap((name) => {
  const value = globalThis[name];
  return Object(value) === value ? [value, value.prototype].filter(Boolean) : [];
});

/** Names of all built-ins. */
function names() {
  return [globalThis, ...places].map((place) => Reflect.ownKeys(place).map(String).join()).join();
}

export async function handler({ bot, config, msg, storage }) {
  await storage.set("count", ++calls);
  const count = await storage.get("count");
  await bot.reply(msg, `**${msg.text}** ${count}`);
  const works =
    [1, 2].map((one) => one * 2).join() === "2,4" && JSON.stringify({ a: [] }) === '{"a":[]}';
  const { origin } = config;
  const fetched = origin === undefined ? "" : await (await fetch(`${origin}/honest`)).text();
  await storage.set("report", { value: { calls, count, works, names: names(), fetched } });
  return { handled: true };
}
