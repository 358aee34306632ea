// Numbers of a million digits.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  const all = [];
  for (let i = 1n; ; i++) all.push(i << 900000n);
}
