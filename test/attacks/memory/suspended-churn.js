// Changes each block of megabytes between host calls, in many calls at once, so that all must be suspended.
// expect: handled | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 2000 }
// parallel: 12
export async function handler({ storage }) {
  const bytes = new Uint8Array(15e6);
  for (let round = 1; round < 6; round++) {
    for (let at = 0; at < bytes.length; at += 64) bytes[at] = round + at;
    await storage.get("slow");
    for (let at = 0; at < bytes.length; at += 1e6) {
      if (bytes[at] !== ((round + at) & 255)) throw new Error("the memory of another call");
    }
  }
  return { handled: true };
}
