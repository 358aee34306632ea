// Compares long texts again and again.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const text = "\u1e69".repeat(1e6);
  for (;;) text.localeCompare(text + "x");
}
