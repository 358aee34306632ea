// Starts timers at the top level that would ring after it, in eight loads.
// expect: handled | load PLUGIN_ERROR | SANDBOX_TIMER_LIMIT
// loads: 8
let rings = 0;
for (let timer = 0; timer < 900; timer++) setTimeout(() => rings++, 0);
export async function handler() {
  return { handled: rings === 0 };
}
