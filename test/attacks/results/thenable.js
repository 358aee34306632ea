// Stores a value with a `then` of its own, to be called when it comes back.
// expect: handled
export async function handler({ storage }) {
  await storage.set("trap", { then: "not a function", constructor: { prototype: null } });
  const value = await storage.get("trap");
  return { handled: value.then === "not a function" };
}
