// Hangs natively at each load, one after another.
// expect: load SANDBOX_CPU_LIMIT
// reloads: 4
"a".repeat(4e6).indexOf("a".repeat(2e6) + "b");
export async function handler() {}
