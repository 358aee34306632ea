// More arguments than a call can have.
// expect: PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  Math.max(...new Array(1e6));
}
