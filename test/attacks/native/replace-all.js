// Replaces each letter by a thousand.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  "a".repeat(1e6).replaceAll("a", "b".repeat(1000));
}
