// Turns a hundred million holes into text.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  return new Array(1e8) + "";
}
