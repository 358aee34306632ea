// A result that JSON cannot hold.
// expect: PLUGIN_ERROR
export async function handler() {
  const loop = { big: 1n };
  loop.loop = loop;
  return loop;
}
