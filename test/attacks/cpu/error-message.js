// The error loops while the host wants to know what it is.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  throw {
    get message() {
      for (;;);
    },
  };
}
