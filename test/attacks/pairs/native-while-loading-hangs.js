// One hangs in a call, others while they are loaded.
// expect: SANDBOX_CPU_LIMIT
// beside: loads/native, native/top-level
export async function handler() {
  return new Array(2 ** 32 - 1).lastIndexOf(3);
}
