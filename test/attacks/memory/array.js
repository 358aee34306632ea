// Fills an array for ever.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const all = [];
  for (;;) all.push({ all });
}
