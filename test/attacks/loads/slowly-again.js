// Takes nearly all of its time to load, again and again.
// expect: handled | load SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 200 }
// reloads: 4
let sum = 0;
for (let step = 0; step < 600_000; step++) sum += step;
export async function handler() {
  return { handled: sum > 0 };
}
