// Reads what `Buffer.allocUnsafe` and its kin give before anything is written.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  await storage.set("secret", "a secret ".repeat(1000));
  await storage.get("secret");
  const buffers = [
    Buffer.allocUnsafe?.(100_000),
    Buffer.allocUnsafeSlow?.(100_000),
    Buffer.alloc(100_000),
  ];
  buffers.push(new Uint8Array(100_000), new Float64Array(10_000), Buffer.from("x"));
  for (const bytes of buffers) {
    if (bytes === undefined) continue;
    const text = new TextDecoder("latin1").decode(bytes.buffer);
    if (text.includes("secret") || /[1-9a-wyz]/.test(text)) throw new Error("memory was shown");
  }
  return { handled: true };
}
