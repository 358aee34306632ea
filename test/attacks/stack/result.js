// A result of many levels.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let value = {};
  for (let i = 0; i < 1e5; i++) value = { value };
  return value;
}
