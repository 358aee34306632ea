// A result of megabytes.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "transferBytes": 1000000 }
export async function handler() {
  return "x".repeat(2e6);
}
