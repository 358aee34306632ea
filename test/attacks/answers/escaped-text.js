// A stored text of control characters, each of which has six as JSON, read again and again.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  await storage.set("text", "\u0001".repeat(1_000_000));
  for (let i = 0; i < 3; i++) await storage.get("text");
  return { handled: true };
}
