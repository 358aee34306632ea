// Four copies load slowly while calls of those that are there compute.
// expect: handled
// limits: { "cpuMs": 1000 }
// loads: 4
// parallel: 4
let sum = 0;
for (let step = 0; step < 300_000; step++) sum += step;
export async function handler({ storage }) {
  let own = 0;
  for (let step = 0; step < 100_000; step++) own += step;
  await storage.get("slow");
  for (let step = 0; step < 100_000; step++) own += step;
  return { handled: own + sum > 0 };
}
