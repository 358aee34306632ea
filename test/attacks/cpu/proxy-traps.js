// Every trap of a proxy loops.
// expect: SANDBOX_CPU_LIMIT
const spin = () => {
  for (;;);
};
export async function handler({ storage }) {
  const traps = new Proxy({}, { get: () => spin });
  await storage.set("key", new Proxy({}, traps));
}
