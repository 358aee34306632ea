// Has the host hash megabytes again and again.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const bytes = new Uint8Array(5e6);
  for (;;) await crypto.subtle.digest("SHA-512", bytes);
}
