// Numbers that are slow to write, under a wrong key.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  const numbers = Array(80_000).fill(4.442022819268027e302);
  const error = await storage.set(5, numbers).catch((thrown) => thrown);
  if (error?.code !== "INVALID_ARGUMENT") throw new Error(`rejected with ${error?.code}`);
  return { handled: true };
}
