// Keeps a call alive by an interval that does nothing.
// expect: PLUGIN_TIMEOUT | SANDBOX_TIMER_LIMIT
// limits: { "wallMs": 60, "timers": 20 }
export async function handler() {
  setInterval(() => {}, 1);
  await new Promise(() => {});
}
