// Arrays within arrays, turned into text.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let nested = [];
  for (let i = 0; i < 1e5; i++) nested = [nested];
  nested.join();
}
