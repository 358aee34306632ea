// Wrong types in `meta`.
// expect: load INVALID_INPUT
export const meta = { slug: ["a"], permissions: "all", priority: Infinity };
export async function handler() {}
