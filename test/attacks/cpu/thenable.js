// The handler returns something whose `then` never comes back.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  return {
    then() {
      for (;;);
    },
  };
}
