// Small JSON of very many values, which the host would have to read.
// expect: SANDBOX_TRANSFER_LIMIT
// limits: { "cpuMs": 2000 }
export async function handler({ storage }) {
  await storage.set("key", new Array(4e5).fill([]));
  return { handled: true };
}
