// Few jobs are allowed, and each is cheap.
// expect: SANDBOX_JOB_LIMIT
// limits: { "jobs": 2000 }
export async function handler() {
  for (;;) await null;
}
