// Hangs natively while it is loaded.
// expect: load SANDBOX_CPU_LIMIT
new Array(2 ** 32 - 1).includes(1);
export async function handler() {}
