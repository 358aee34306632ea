// Loads with a heap that is all but full; each call begins there.
// expect: handled | SANDBOX_MEMORY_LIMIT | load SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
// limits: { "cpuMs": 1000 }
// runs: 3
const all = [];
try {
  for (;;) all.push(new Uint8Array(1e5));
} catch {
  all.length -= 2;
}
export async function handler({ storage }) {
  await storage.set("key", "x".repeat(50_000));
  return { handled: true };
}
