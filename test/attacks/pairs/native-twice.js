// Two plugins hang in native code at the same time.
// expect: SANDBOX_CPU_LIMIT
// beside: native/search-in-array
export async function handler() {
  return "a".repeat(4e6).indexOf("a".repeat(2e6) + "b");
}
