// A pattern with as many groups as there may be.
// expect: handled | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  const pattern = new RegExp("(a)?".repeat(250).repeat(100));
  for (let i = 0; i < 100; i++) pattern.exec("a".repeat(1000));
  return { handled: true };
}
