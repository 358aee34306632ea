// Waits for what nobody can settle.
// expect: PLUGIN_NEVER_SETTLED
export async function handler() {
  await new Promise(() => {});
}
