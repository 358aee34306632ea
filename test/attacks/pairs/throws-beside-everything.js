// Fails at once, again and again, beside others that compute, wait and fill their memory.
// expect: PLUGIN_ERROR
// beside: cpu/sort-comparator, memory/texts, waiting/timer, jobs/bomb, stack/recursion
// parallel: 20
// runs: 3
export async function handler() {
  throw new TypeError("x".repeat(100_000));
}
