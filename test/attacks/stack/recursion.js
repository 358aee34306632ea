// Calls itself.
// expect: PLUGIN_ERROR
export async function handler() {
  const deeper = () => deeper();
  deeper();
}
