// Hangs natively in the second slice, after the host has answered.
// expect: SANDBOX_CPU_LIMIT
export async function handler({ storage }) {
  await storage.get("profile");
  new Array(2 ** 32 - 1).includes(1);
}
