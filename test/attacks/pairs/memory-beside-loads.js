// Fills its memory again and again, beside eight loads that do so too.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 500 }
// beside: loads/memory, memory/array
// runs: 3
export async function handler() {
  const all = [];
  for (;;) all.push(new Uint8Array(1e5).fill(1));
}
