// Starts timers for ever.
// expect: SANDBOX_TIMER_LIMIT
export async function handler() {
  for (;;) setTimeout(() => {}, 2 ** 31 - 1);
}
