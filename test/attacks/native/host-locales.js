// Has the host look up a hundred thousand locales.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  const locales = Array.from({ length: 20_000 }, (_, i) => `de-x-${i.toString(36)}`);
  for (;;) (1).toLocaleString(locales);
}
