// Throws at the top level when no byte of memory is left, for the error too.
// expect: load SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
// limits: { "cpuMs": 1000 }
// loads: 4
const all = [];
for (let size = 1e6; size >= 1; size = Math.floor(size / 2)) {
  try {
    for (;;) all.push(new Uint8Array(size));
  } catch {
    // Smaller ones may fit.
  }
}
throw { all, toString: () => "a".repeat(1e6) };
export async function handler() {}
