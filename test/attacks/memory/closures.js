// Closures that hold what they close over.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  let chain = () => 0;
  for (;;) {
    const before = chain;
    const held = new Array(100).fill(before);
    chain = () => held;
  }
}
