// The handler's result loops while it is turned into JSON.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  return {
    toJSON() {
      for (;;);
    },
  };
}
