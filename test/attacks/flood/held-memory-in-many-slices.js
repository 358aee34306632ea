// Holds much memory and waits again and again: each wait copies what it holds.
// expect: handled | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// default-limits: true
// parallel: 4
export async function handler({ storage }) {
  const held = Array.from({ length: 40 }, (_, index) => new Uint8Array(1e6).fill(index + 1));
  for (let wait = 0; wait < 5; wait++) {
    for (const bytes of held) bytes[wait] = wait;
    await storage.get("key");
  }
  return { handled: held.every((bytes) => bytes[4] === 4) };
}
