// Sorts twenty million bytes.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  new Uint8Array(2e7).map((_, i) => i * 7919).sort();
}
