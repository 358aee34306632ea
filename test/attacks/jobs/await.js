// Awaits for ever.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT
export async function handler() {
  for (;;) await 0;
}
