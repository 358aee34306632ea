// The same file is loaded four times, and each copy hangs a worker: all of them are one plugin to blame.
// expect: SANDBOX_CPU_LIMIT
// expect-event: plugin-quarantined
// loads: 4
export async function handler() {
  return new Array(2 ** 32 - 1).indexOf(4);
}
