// Has small questions answered by much.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "transferBytes": 100000 }
export async function handler({ storage }) {
  await storage.set("large", "x".repeat(20_000));
  const all = [];
  for (;;) all.push(await storage.get("large"));
}
