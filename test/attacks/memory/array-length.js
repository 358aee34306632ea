// Fills an array of four thousand million places.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  new Array(2 ** 32 - 1).fill(1);
}
