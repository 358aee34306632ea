// Leaves more in the machine than a file may.
// expect: load SANDBOX_IMAGE_LIMIT
// limits: { "imageBytes": 4000000, "cpuMs": 2000 }
const all = Array.from({ length: 10 }, (_, i) => new Uint8Array(1e6).fill(i + 1));
export const handler = () => ({ handled: all.length === 10 });
