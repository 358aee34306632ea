// JSON of a million brackets.
// expect: PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT
export async function handler() {
  JSON.parse("[".repeat(1e6) + "]".repeat(1e6));
}
