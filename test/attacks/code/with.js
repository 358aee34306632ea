// Puts a proxy around all names.
// expect: load PLUGIN_SYNTAX_ERROR
export async function handler() {
  with (new Proxy({}, { has: () => true, get: () => 1 })) {
    return anything;
  }
}
