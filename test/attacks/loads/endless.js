// Eight copies of a file whose top level never ends, loaded at once.
// expect: load SANDBOX_CPU_LIMIT
// loads: 8
for (;;);
export async function handler() {}
