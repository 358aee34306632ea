// Large answers come while another plugin takes the worker down.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 1000 }
// beside: native/search-in-text, loads/native-in-meta
export async function handler({ storage }) {
  const kept = [];
  for (;;) kept.push(await storage.get("megabyte"));
}
