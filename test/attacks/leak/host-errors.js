// Looks for what a failing service tells of its host: a message and a code, no more.
// expect: handled
export async function handler({ storage }) {
  const error = await storage.get("broken").catch((thrown) => thrown);
  const shown = Reflect.ownKeys(error).filter((key) => !["message", "code", "stack"].includes(key));
  if (shown.length > 0 || error.cause !== undefined) throw new Error(shown.join());
  return { handled: error.code === "INTERNAL_ERROR" };
}
