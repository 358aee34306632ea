// A function bound a hundred thousand times.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let bound = () => 0;
  for (let i = 0; i < 1e5; i++) bound = bound.bind(null);
  bound();
}
