// A proxy's list of keys is compared with the keys of its object, one by one.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const keys = Array.from({ length: 50_000 }, (_, number) => `k${number}`);
  const frozen = Object.freeze(Object.fromEntries(keys.map((key) => [key, 1])));
  const proxy = new Proxy(frozen, { ownKeys: () => keys.toReversed() });
  for (;;) Reflect.ownKeys(proxy);
}
