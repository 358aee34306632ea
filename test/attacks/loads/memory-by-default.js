// Four copies fill as much memory as a sandbox gives by default, at once.
// expect: load SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// default-limits: true
// loads: 4
const all = [];
for (;;) all.push(new Uint8Array(1e6).fill(1));
export async function handler() {}
