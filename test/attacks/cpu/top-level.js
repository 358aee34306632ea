// Loops when it is loaded.
// expect: load SANDBOX_CPU_LIMIT
for (;;);
export async function handler() {}
