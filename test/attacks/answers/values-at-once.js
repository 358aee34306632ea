// Asks for a megabyte 199 times at once: the host must not hold 199 megabytes of answers for it.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler({ storage }) {
  await Promise.all(Array.from({ length: 199 }, () => storage.get("megabyte")));
}
