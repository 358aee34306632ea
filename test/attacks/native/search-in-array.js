// Searches four thousand million holes.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  new Array(2 ** 32 - 1).indexOf(1);
}
