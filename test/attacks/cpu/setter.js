// Loops while `Object.assign` writes.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const trap = {
    set field(value) {
      for (;;);
    },
  };
  Object.assign(trap, { field: 1 });
}
