// Five copies of a file whose top level never ends, loaded at once.
// expect: load SANDBOX_CPU_LIMIT
// loads: 5
for (;;);
export async function handler() {}
