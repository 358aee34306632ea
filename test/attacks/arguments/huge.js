// An argument larger than all that may cross.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
// limits: { "transferBytes": 1000000 }
export async function handler({ storage }) {
  await storage.set("key", "x".repeat(2e6)).catch(() => {});
  return { handled: true };
}
