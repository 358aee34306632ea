// Keys that look like indices, sizes and bounds of arrays.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ aiService, storage }) {
  const keys = ["0", "-1", "4294967294", "4294967295", "9007199254740993", "1e3", "length"];
  const value = Object.fromEntries(keys.map((key) => [key, key]));
  for (let at = 0; at < 20_000; at++) value[at * 65_537] = at;
  await storage.set("key", value);
  const back = await storage.get("key");
  const isSame = Object.keys(back).length === Object.keys(value).length && back.length === "length";
  const error = await aiService
    .callModel({ model: "m", messages: value })
    .catch((thrown) => thrown);
  return { handled: isSame && error.code === "INVALID_ARGUMENT" };
}
