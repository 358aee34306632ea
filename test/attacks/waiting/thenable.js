// Returns a thenable that never settles.
// expect: PLUGIN_NEVER_SETTLED
export async function handler() {
  return { then() {} };
}
