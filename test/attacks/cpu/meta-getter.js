// Loops while its `meta` is read.
// expect: load SANDBOX_CPU_LIMIT
export const meta = {
  get slug() {
    for (;;);
  },
};
export async function handler() {}
