// Fills the memory while it is loaded.
// expect: load SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
const all = [];
for (;;) all.push(new Uint8Array(1e6));
export async function handler() {}
