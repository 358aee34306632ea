// A pattern that backtracks without end.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  /^(a+)+$/.test("a".repeat(40) + "b");
}
