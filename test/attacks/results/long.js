// A good result with a long text beside it: too much to be one.
// expect: PLUGIN_INVALID_RESULT
export async function handler() {
  return { handled: true, more: "x".repeat(100_000) };
}
