// A `meta` of many levels.
// expect: load PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export const meta = { slug: "deep", config_schema: [] };
let level = meta;
for (let i = 0; i < 1e5; i++) level = level.next = {};
export async function handler() {}
