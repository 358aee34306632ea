// Keeps texts of a megabyte.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const texts = [];
  for (;;) texts.push("x".repeat(1e6) + texts.length);
}
