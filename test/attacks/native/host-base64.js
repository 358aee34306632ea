// Has the host encode and decode bytes again and again.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const bytes = Buffer.alloc(3e6);
  for (;;) Buffer.from(bytes.toString("base64"), "base64");
}
