// A value of a hundred thousand levels, turned into JSON.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let value = {};
  for (let i = 0; i < 1e5; i++) value = { value };
  JSON.stringify(value);
}
