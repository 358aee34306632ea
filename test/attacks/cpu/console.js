// Loops while the console looks at an object.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  console.log({
    get field() {
      for (;;);
    },
  });
}
