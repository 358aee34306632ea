// Never comes back.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  for (;;);
}
