// Writes to names that nobody declared.
// expect: PLUGIN_ERROR
export async function handler() {
  undeclared = 1;
}
