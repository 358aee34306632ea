// Answers of 100,000 small values each, which the host writes and the machine reads.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler({ storage }) {
  const kept = [];
  for (;;) kept.push(...(await Promise.all([storage.get("values"), storage.get("values")])));
}
