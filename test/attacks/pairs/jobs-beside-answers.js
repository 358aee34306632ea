// Promise jobs without end, beside answers of megabytes.
// expect: SANDBOX_JOB_LIMIT | SANDBOX_CPU_LIMIT
// beside: answers/values-at-once, answers/completions
export async function handler() {
  for (;;) await null;
}
