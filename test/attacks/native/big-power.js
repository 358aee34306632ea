// Raises a big number to a big power.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  3n ** (2n ** 22n);
}
