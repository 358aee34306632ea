// A deep value, cloned and shown on the console.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let value = new Map();
  for (let i = 0; i < 1e4; i++) value = new Map([[i, value]]);
  console.log(value);
  structuredClone(value);
}
