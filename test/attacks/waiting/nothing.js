// Waits for promises that no code can settle.
// expect: PLUGIN_NEVER_SETTLED
export async function handler() {
  await new Promise(() => {});
}
