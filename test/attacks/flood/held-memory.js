// Four calls wait for the host with 60 MB each: no other call may end for it.
// expect: handled | SANDBOX_MEMORY_LIMIT
// default-limits: true
// parallel: 4
export async function handler({ storage }) {
  const held = Array.from({ length: 60 }, (_, index) => new Uint8Array(1e6).fill(index + 1));
  await storage.get("slow");
  return { handled: held.every((bytes, index) => bytes[999_999] === index + 1) };
}
