// A result of some thousand levels, and of lists instead of an object.
// expect: PLUGIN_INVALID_RESULT | PLUGIN_ERROR
export async function handler() {
  let value = { handled: true };
  for (let i = 0; i < 2000; i++) value = [value];
  return value;
}
