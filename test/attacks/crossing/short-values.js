// Makes many short requests full of values.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "transferValues": 20000, "cpuMs": 1000 }
export async function handler({ storage }) {
  for (let i = 0; i < 150; i++) storage.set("key", Array(1000).fill(0)).catch(() => {});
  return { handled: true };
}
