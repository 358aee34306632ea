// A result whose prototype says that it was handled, as JSON would have it.
// expect: PLUGIN_INVALID_RESULT
export async function handler() {
  return JSON.parse('{"__proto__":{"handled":true},"constructor":{"prototype":{"handled":true}}}');
}
