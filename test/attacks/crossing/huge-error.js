// Throws texts of megabytes again and again: at the top level of a job, too.
// expect: PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  queueMicrotask(() => {
    throw "x".repeat(5e6);
  });
  throw Object.assign(new Error("x".repeat(5e6)), { name: "n".repeat(5e6) });
}
