// A text of halves of characters, each of which has six as JSON, under a wrong key.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  const error = await storage.set(5, "\ud800".repeat(2_700_000)).catch((thrown) => thrown);
  if (error?.code !== "INVALID_ARGUMENT") throw new Error(`rejected with ${error?.code}`);
  return { handled: true };
}
