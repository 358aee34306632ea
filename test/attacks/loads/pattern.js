// A pattern that never comes to an end, at the top level.
// expect: load SANDBOX_CPU_LIMIT
// loads: 4
/^(a+)+$/.test("a".repeat(60) + "b");
export async function handler() {}
