// Goes on with a full memory: what comes next must fail inside of the machine, not outside.
// expect: handled | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR | PLUGIN_NEVER_SETTLED
export async function handler({ storage }) {
  const all = [];
  for (let bytes = 1e6; bytes > 8;) {
    try {
      all.push(new Uint8Array(bytes));
    } catch {
      bytes /= 2;
    }
  }
  await storage.get("profile").catch(() => {});
  return { handled: true };
}
