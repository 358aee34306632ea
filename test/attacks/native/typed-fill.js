// Fills bytes again and again.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const numbers = new Float64Array(1e6);
  for (;;) numbers.fill(1).copyWithin(1, 0).reverse();
}
