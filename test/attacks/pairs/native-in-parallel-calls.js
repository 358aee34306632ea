// Four calls of the same plugin hang in native code.
// expect: SANDBOX_CPU_LIMIT
// expect-event: plugin-quarantined
// parallel: 4
export async function handler() {
  return new Array(2 ** 32 - 1).includes(2);
}
