// The largest arguments: texts of 1 MiB, of characters that are six each in JSON.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  const text = "\u0001".repeat(2 ** 20);
  if (await storage.compareAndSet("key", text, text)) throw new Error("written over nothing");
  await storage.set("key", text);
  if ((await storage.get("key")) !== text) throw new Error("another text came back");
  return { handled: true };
}
