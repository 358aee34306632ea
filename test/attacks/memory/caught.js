// Catches that the memory is full, keeps all of it, and asks for more.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  const all = [];
  for (;;) {
    try {
      for (let bytes = 1e6; ;) all.push(new Uint8Array(bytes));
    } catch {
      try {
        for (;;) all.push({});
      } catch {
        continue;
      }
    }
  }
}
