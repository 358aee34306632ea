// The top level is quick; reading `meta` hangs in native code.
// expect: load SANDBOX_CPU_LIMIT
// loads: 3
export const meta = {
  get slug() {
    return String(new Array(2 ** 32 - 1).includes(1));
  },
};
export async function handler() {}
