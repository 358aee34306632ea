// Four images of 60 MB at once.
// expect: handled | load SANDBOX_IMAGE_LIMIT
// default-limits: true
// loads: 4
const held = Array.from({ length: 60 }, (_, index) => new Uint8Array(1e6).fill(index + 1));
export async function handler({ storage }) {
  await storage.get("slow");
  return { handled: held.every((bytes, index) => bytes[999_999] === index + 1) };
}
