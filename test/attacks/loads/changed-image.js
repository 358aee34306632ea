// A large image of which each call changes every page and then waits.
// expect: handled | load SANDBOX_IMAGE_LIMIT
// default-limits: true
// parallel: 6
const held = Array.from({ length: 50 }, () => new Uint8Array(1e6).fill(1));
export async function handler({ storage }) {
  for (const bytes of held) for (let at = 0; at < bytes.length; at += 512) bytes[at]++;
  await storage.get("slow");
  return { handled: held.every((bytes) => bytes[0] === 2 && bytes[1] === 1) };
}
