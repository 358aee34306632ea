// Promises resolved by each other, a hundred thousand deep.
// expect: handled | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_JOB_LIMIT | PLUGIN_ERROR
export async function handler() {
  let chain = Promise.resolve({ handled: true });
  for (let i = 0; i < 1e4; i++) {
    const before = chain;
    chain = new Promise((resolve) => resolve(before));
  }
  return chain;
}
