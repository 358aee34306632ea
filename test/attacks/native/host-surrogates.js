// Has the host turn megabytes into halves of characters, each of which crosses as an escape.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const bytes = Buffer.alloc(6e6, 0xd8);
  for (;;) bytes.toString("utf16le");
}
