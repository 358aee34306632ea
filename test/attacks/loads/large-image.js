// An image of 100 MB, which every worker that runs a call is given.
// expect: handled | load SANDBOX_IMAGE_LIMIT
// default-limits: true
// parallel: 4
const held = Array.from({ length: 100 }, (_, index) => new Uint8Array(1e6).fill(index + 1));
export async function handler({ storage }) {
  await storage.get("slow");
  return { handled: held.every((bytes, index) => bytes[999_999] === index + 1) };
}
