// A `meta` that holds itself.
// expect: load PLUGIN_ERROR
export const meta = { slug: "loop" };
meta.meta = meta;
export async function handler() {}
