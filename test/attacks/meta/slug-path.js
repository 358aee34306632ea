// A slug that would be a path.
// expect: load INVALID_INPUT
export const meta = { slug: "../../etc/passwd" };
export async function handler() {}
