// Leaves globals behind for other plugins.
// expect: handled
// runs: 2
if (typeof polluted !== "undefined") throw new Error("somebody was here");
globalThis.polluted = { count: 0 };
export async function handler() {
  polluted.count++;
  return { handled: polluted.count === 1 };
}
