// Groups within groups.
// expect: handled | PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  new RegExp("(".repeat(1e5) + "a" + ")".repeat(1e5)).test("a");
  return { handled: true };
}
