// A result that becomes another one while it is written.
// expect: PLUGIN_INVALID_RESULT
export async function handler({ msg }) {
  return { handled: true, toJSON: (key) => ({ key, handled: "true", msg }) };
}
