// Logs lines of megabytes.
// expect: SANDBOX_CONSOLE_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const text = "x".repeat(5e6);
  for (;;) console.log(text);
}
