// Starts timers and clears them at once.
// expect: SANDBOX_TIMER_LIMIT
export async function handler() {
  for (;;) clearTimeout(setTimeout(() => {}, 1));
}
