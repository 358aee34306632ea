// A map without end, its keys objects.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const map = new Map();
  for (;;) map.set({}, [map.size]);
}
