// Loops in a listener of an abort signal.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const controller = new AbortController();
  controller.signal.addEventListener("abort", () => {
    for (;;);
  });
  controller.abort();
}
