// Takes objects out of a registry of tens of thousands, each of which is searched for.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const registry = new FinalizationRegistry(() => {});
  const objects = Array.from({ length: 40_000 }, () => ({}));
  for (const object of objects) registry.register(object, 1, object);
  for (;;) for (const object of objects) registry.unregister(object);
}
