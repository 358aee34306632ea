// Has the host look up twenty thousand locales.
// expect: PLUGIN_ERROR
export async function handler() {
  const locales = Array.from({ length: 20_000 }, (_, i) => `de-x-${i.toString(36)}`);
  for (;;) (1).toLocaleString(locales);
}
