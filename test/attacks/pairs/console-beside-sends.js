// The console at its limit, beside sends at theirs and timers.
// expect: handled
// limits: { "cpuMs": 1000 }
// beside: flood/sends-in-parallel-calls, flood/timers-in-parallel-calls
// parallel: 10
export async function handler() {
  for (let line = 0; line < 900; line++) console.log("line");
  return { handled: true };
}
