// Generators that delegate to each other.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  function* deeper() {
    yield* deeper();
  }
  deeper().next();
}
