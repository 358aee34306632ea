// Loops when a timer rings.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  setTimeout(() => {
    for (;;);
  }, 1);
  await new Promise(() => {});
}
