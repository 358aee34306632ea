// Asks for a text of a gigabyte.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  "a".repeat(2 ** 30);
}
