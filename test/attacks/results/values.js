// A result of a million values.
// expect: SANDBOX_TRANSFER_LIMIT
// limits: { "cpuMs": 2000 }
export async function handler() {
  return new Array(1e6).fill(0);
}
