// Tens of thousands of objects, each with a key of its own that is long, to be stored.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  const key = "abcdefgh".repeat(8);
  const value = Array.from({ length: 48_000 }, (_, at) => ({ [key + at]: 1 }));
  const error = await storage.set("key", value).catch((thrown) => thrown);
  return { handled: error.code === "INVALID_ARGUMENT" };
}
