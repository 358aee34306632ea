// One hangs in a call, others while they are loaded.
// expect: SANDBOX_CPU_LIMIT
// beside: loads/native, native/top-level
// runs: 2
export async function handler() {
  return new Array(2 ** 32 - 1).lastIndexOf(3);
}
