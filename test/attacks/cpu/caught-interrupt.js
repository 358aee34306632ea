// Catches whatever might stop the loop, and goes on.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  for (;;) {
    try {
      for (;;);
    } catch {
      continue;
    }
  }
}
