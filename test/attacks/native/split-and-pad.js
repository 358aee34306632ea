// Splits, pads and joins.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  for (;;) "".padEnd(1e6, "ab").split("a").join("".padStart(1000, "xyz"));
}
