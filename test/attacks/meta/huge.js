// A `meta` of megabytes.
// expect: load SANDBOX_TRANSFER_LIMIT
// limits: { "transferBytes": 1000000 }
export const meta = { slug: "huge", description: "x".repeat(1.5e6) };
export async function handler() {}
