// Keeps typed arrays, which engines like to count apart.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const all = [];
  for (;;) all.push(new Uint8Array(1e6));
}
