// Ten calls with 900 timers that all ring at the same time.
// expect: handled
// limits: { "cpuMs": 1000 }
// parallel: 10
export async function handler() {
  await Promise.all(
    Array.from({ length: 900 }, () => new Promise((resolve) => setTimeout(resolve, 1))),
  );
  return { handled: true };
}
