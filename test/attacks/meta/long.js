// A `meta` longer than a file may be.
// expect: load INVALID_INPUT
// limits: { "cpuMs": 2000 }
export const meta = { slug: "long", description: "x".repeat(1e6) };
export async function handler() {}
