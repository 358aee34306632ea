// A `meta` of a million words.
// expect: load SANDBOX_TRANSFER_LIMIT | INVALID_INPUT
// limits: { "cpuMs": 2000 }
export const meta = { slug: "wordy", triggers: new Array(1e6).fill("word") };
export async function handler() {}
