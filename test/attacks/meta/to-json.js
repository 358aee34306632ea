// A `meta` that turns itself into nothing, to have no permissions to break: the host takes it so.
// expect: load INVALID_INPUT
export const meta = { slug: "gone", toJSON: () => "gone" };
export async function handler() {}
