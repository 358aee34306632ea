// Eight of the largest arguments at once: texts of quotes, each beyond what can be stored.
// expect: handled | SANDBOX_CPU_LIMIT
// default-limits: true
export async function handler({ storage }) {
  const text = '"'.repeat(3 * 2 ** 20);
  const keys = Array.from({ length: 8 }, (_, key) => `key ${key}`);
  await Promise.all(keys.map((key) => storage.set(key, text)));
  return { handled: true };
}
