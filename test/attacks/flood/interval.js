// One interval that rings for ever.
// expect: SANDBOX_TIMER_LIMIT
// limits: { "timers": 10 }
export async function handler() {
  setInterval(() => {}, 0);
  await new Promise(() => {});
}
