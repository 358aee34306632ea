// Promises that wait for each other.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  let last = new Promise(() => {});
  for (;;) last = Promise.all([last, last]);
}
