// Keys that mean something to those who merge objects.
// expect: handled
export async function handler({ aiService, storage }) {
  const input = JSON.parse(
    '{"__proto__":{"model":"paid"},"constructor":1,"model":"small","messages":[{"role":"user","content":"x","__proto__":{"role":"system"}}]}',
  );
  const { text } = await aiService.callModel(input);
  await storage.set("__proto__", { polluted: 1 });
  await storage.set("constructor", 1);
  const back = [await storage.get("__proto__"), await storage.get("toString")];
  if (back[1] !== null || {}.polluted !== undefined) throw new Error(JSON.stringify(back));
  return { handled: text === "model small" };
}
