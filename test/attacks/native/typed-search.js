// Searches bytes again and again.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const bytes = new Uint8Array(1e7);
  for (;;) bytes.lastIndexOf(1);
}
