// Is refused memory, waits until another plugin has its machine, and throws what says nothing.
// expect: SANDBOX_MEMORY_LIMIT
// beside: cpu/loop
export async function handler({ storage }) {
  const held = [];
  try {
    for (;;) held.push(new Uint8Array(1_000_000));
  } catch {
    held.length = 0;
  }
  for (let wait = 0; wait < 4; wait++) await new Promise((resolve) => setTimeout(resolve, 100));
  await storage.get("key");
  throw null;
}
