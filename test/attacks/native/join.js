// Joins an array that has only a length: no interrupt comes in between.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const list = [];
  list.length = 2 ** 32 - 1;
  list.join();
}
