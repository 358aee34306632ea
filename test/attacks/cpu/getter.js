// Loops while a property is read.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const trap = {
    get field() {
      for (;;);
    },
  };
  return { handled: trap.field };
}
