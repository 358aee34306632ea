// Starts timers and clears them at once.
// expect: SANDBOX_TIMER_LIMIT
// limits: { "cpuMs": 1000 }
export async function handler() {
  for (;;) clearTimeout(setTimeout(() => {}, 1));
}
