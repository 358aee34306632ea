// Asks for 40,000 keys 190 times at once.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler({ storage }) {
  await storage.set("many keys", true);
  await Promise.all(Array.from({ length: 190 }, () => storage.keys()));
}
