// Takes nearly all the memory and waits: other calls must not feel it.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  const held = Array.from({ length: 15 }, (_, i) => new Uint8Array(1e6).fill(i));
  await storage.get("slow");
  await storage.get("slow");
  if (held.some((bytes, i) => bytes[0] !== i || bytes[999_999] !== i)) throw new Error("damaged");
  return { handled: true };
}
