// Loops while an address is turned into text.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  await fetch({
    toString() {
      for (;;);
    },
  });
}
