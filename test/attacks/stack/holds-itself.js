// An array that holds itself, turned into text.
// expect: PLUGIN_ERROR
export async function handler() {
  const list = [];
  list[0] = list;
  list.join();
}
