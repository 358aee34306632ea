// A `toString` that needs itself.
// expect: PLUGIN_ERROR
export async function handler() {
  const odd = { toString: () => `${odd}` };
  `${odd}`;
}
