// Has the host sign with a key of megabytes.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const algorithm = { name: "HMAC", hash: "SHA-512" };
  const key = await crypto.subtle.importKey("raw", new Uint8Array(4e6), algorithm, false, ["sign"]);
  for (;;) await crypto.subtle.sign("HMAC", key, new Uint8Array(4e6));
}
