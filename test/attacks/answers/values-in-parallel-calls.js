// The same from two calls: what they ask for in sum is bounded too.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_TIMEOUT
// limits: { "transferBytes": 20000000 }
// default-limits: true
// parallel: 2
export async function handler({ storage }) {
  await Promise.all(Array.from({ length: 199 }, () => storage.get("megabyte")));
}
