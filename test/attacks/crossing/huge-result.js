// Returns a text that the host would copy for long.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "memoryBytes": 33554432, "cpuMs": 2000, "transferBytes": 5000000 }
export async function handler() {
  return { handled: true, text: "x".repeat(6e6) };
}
