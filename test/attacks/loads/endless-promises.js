// The top level awaits for ever, a microtask at a time.
// expect: load SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT
// loads: 4
for (;;) await null;
export async function handler() {}
