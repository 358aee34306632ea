// Searches a text for its own half: quadratic, and native.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  "a".repeat(4e6).indexOf("a".repeat(2e6) + "b");
}
