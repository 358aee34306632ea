// Leaves a byte in every corner of the machine: what is kept counts, not what is in it.
// expect: load SANDBOX_IMAGE_LIMIT
// limits: { "imageBytes": 1000000, "cpuMs": 2000 }
const bytes = new Uint8Array(16e6);
for (let at = 0; at < bytes.length; at += 1024) bytes[at] = 1;
export const handler = () => ({ handled: bytes.length > 0 });
