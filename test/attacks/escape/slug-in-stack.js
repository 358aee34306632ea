// Replacement patterns in a slug and a stack.
// expect: load INVALID_INPUT
export const meta = { slug: "$&$'$`" };
export async function handler() {}
