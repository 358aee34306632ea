// Ten images of 30 MB, more than there is room for, each called again after it was evicted.
// expect: handled
// limits: { "cpuMs": 5000 }
// default-limits: true
// loads: 10
// runs: 2
const held = new Uint8Array(30e6).fill(1);
export async function handler({ storage }) {
  await storage.get("slow");
  return { handled: held.at(-1) === 1 };
}
