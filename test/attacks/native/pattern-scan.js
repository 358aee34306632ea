// A pattern that is native and quadratic without backtracking into itself.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  "a".repeat(1e6).replace(/a*b/g, "");
}
