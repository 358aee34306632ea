// A promise's executor turns the interrupt into a rejection.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  for (;;) {
    new Promise(() => {
      for (;;);
    }).catch(() => {});
  }
}
