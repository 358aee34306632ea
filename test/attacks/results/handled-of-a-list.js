// A list with `handled` on it: JSON has no such thing.
// expect: PLUGIN_INVALID_RESULT
export async function handler() {
  return Object.assign([true], { handled: true });
}
