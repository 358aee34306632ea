// Asynchronous generators that feed each other.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  async function* endless() {
    for (;;) yield endless().next();
  }
  for await (const one of endless());
}
