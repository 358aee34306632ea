// Asks for random bytes for ever.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const bytes = new Uint8Array(65_536);
  for (;;) crypto.getRandomValues(bytes);
}
