// Writes a big number in decimal digits.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  for (let shift = 400_000n; ; shift += 1n) String((1n << shift) - 1n);
}
