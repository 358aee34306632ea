// Arrays with four thousand million holes, and with extra properties.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler({ storage }) {
  const sparse = [];
  sparse[2 ** 32 - 2] = 1;
  sparse.extra = "x";
  await storage.set("key", sparse);
}
