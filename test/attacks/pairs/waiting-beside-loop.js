// Calls that wait, beside an endless loop that takes their worker away.
// expect: handled
// limits: { "cpuMs": 1000 }
// beside: cpu/loop, cpu/caught-interrupt
// parallel: 8
export async function handler({ storage }) {
  for (let wait = 0; wait < 5; wait++) await storage.get("slow");
  return { handled: true };
}
