// Multiplies numbers of a million digits.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  let product = 3n ** 100_000n;
  for (;;) product *= product;
}
