// Each ring of many timers asks the host, in ten calls.
// expect: handled
// limits: { "cpuMs": 1000 }
// parallel: 10
export async function handler({ storage }) {
  const rings = Array.from({ length: 190 }, (_, timer) => {
    return new Promise((resolve) => setTimeout(() => resolve(storage.get("key")), timer % 5));
  });
  await Promise.all(rings);
  return { handled: true };
}
