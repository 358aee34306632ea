// Has the host parse addresses of a megabyte, with names in many scripts.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  const name = "ü".repeat(5000);
  for (;;) URL.canParse(`https://${name}.example/${"%".repeat(1e6)}`);
}
