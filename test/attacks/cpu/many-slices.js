// Stays short in each slice, and waits for the host in between.
// expect: SANDBOX_CPU_LIMIT
export async function handler({ storage }) {
  for (let round = 0; round < 150; round++) {
    for (let i = 0, sum = 0; i < 1e5; i++) sum += i;
    await storage.get("absent");
  }
  return { handled: true };
}
