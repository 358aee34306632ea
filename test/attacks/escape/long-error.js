// An error whose texts are megabytes.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT
export async function handler() {
  const error = new Error("m".repeat(2e6));
  error.name = "n".repeat(2e6);
  error.stack = "at plugin.js\n".repeat(2e5);
  error.code = "c".repeat(2e6);
  throw error;
}
