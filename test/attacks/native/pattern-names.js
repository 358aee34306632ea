// A pattern that names its only group a hundred thousand times before it: the engine looks for it each time.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  new RegExp(`${"\\k<a>".repeat(1e5)}(?<a>b)`);
  for (;;);
}
