// Reads dates that are none.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const text = "1 ".repeat(1e6);
  for (;;) Date.parse(text);
}
