// Loops while a delay is turned into a number.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  setTimeout(() => {}, {
    valueOf() {
      for (;;);
    },
  });
}
