// Ten calls start timers and take them back at once.
// expect: handled
// limits: { "cpuMs": 1000 }
// parallel: 10
export async function handler() {
  for (let round = 0; round < 950; round++) clearTimeout(setTimeout(() => {}, 60_000));
  return { handled: true };
}
