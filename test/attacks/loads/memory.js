// Four copies fill the memory at their top level, at once.
// expect: load SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// loads: 4
const all = [];
for (;;) all.push(new Uint8Array(1e6).fill(1));
export async function handler() {}
