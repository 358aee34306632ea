// Turns four thousand million holes around.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  new Array(2 ** 32 - 1).reverse();
}
