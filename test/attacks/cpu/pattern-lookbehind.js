// Backtracks in a look-behind, with back references and named groups.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  /(?<=(?<part>a|aa|aaa)+)\k<part>(?:\1|a*)*$c/.test("a".repeat(300) + "b");
}
