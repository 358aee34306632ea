// Starts timers for ever.
// expect: SANDBOX_TIMER_LIMIT
// limits: { "cpuMs": 1000 }
export async function handler() {
  for (;;) setTimeout(() => {}, 2 ** 31 - 1);
}
