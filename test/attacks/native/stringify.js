// Turns the same large value into JSON again and again.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const value = new Array(1e5).fill({ text: "x".repeat(20) });
  for (;;) JSON.stringify(value, null, 10);
}
