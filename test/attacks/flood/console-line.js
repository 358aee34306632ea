// One line of megabytes.
// expect: SANDBOX_CONSOLE_LIMIT | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  console.error("x".repeat(2e6));
}
