// Measures time within a call: a clock that moves would tell of neighbours and caches.
// expect: handled
// limits: { "cpuMs": 500 }
export async function handler() {
  const start = Date.now();
  for (let i = 0; i < 3e5; i++);
  await null;
  const end = new Date().getTime();
  const moved = end !== start || typeof performance !== "undefined";
  return { handled: !moved };
}
