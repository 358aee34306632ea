// Throws nothing.
// expect: PLUGIN_ERROR
export async function handler() {
  throw null;
}
