// Reads a medium of 20 MB again and again, and copies it.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_TRANSFER_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
// media: 20971520
export async function handler(context) {
  const kept = [];
  for (;;) {
    const { mediaBuffer } = context;
    kept[0] = Buffer.from(mediaBuffer);
    kept[1] = mediaBuffer.toString("base64", 0, 100_000);
  }
}
