// Reads a big number from decimal digits.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  for (;;) BigInt("9".repeat(300_000));
}
