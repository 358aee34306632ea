// A pattern of a million alternatives.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  new RegExp("a|".repeat(1e6));
  for (;;);
}
