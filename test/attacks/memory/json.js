// Texts that become much larger when they are parsed.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const all = [];
  for (;;) all.push(JSON.parse("[" + "{},".repeat(1e4) + "0]"));
}
