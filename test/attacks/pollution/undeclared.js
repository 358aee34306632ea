// Writes to undeclared names.
// expect: PLUGIN_ERROR
export async function handler() {
  undeclared = 1;
}
