// An array that holds itself, flattened without a bound.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const list = [];
  list.push(list, list);
  list.flat(Infinity);
}
