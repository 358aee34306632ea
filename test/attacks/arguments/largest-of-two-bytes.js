// Eight lists at once, each with a text of Chinese: in memory its characters take two bytes, and longer to parse.
// expect: handled | SANDBOX_CPU_LIMIT
// default-limits: true
export async function handler({ storage }) {
  for (const length of [4_194_000, 1_398_000]) {
    const list = ["字".repeat(length)];
    const keys = Array.from({ length: 8 }, (_, key) => `key ${key}`);
    await Promise.allSettled(keys.map((key) => storage.set(key, list)));
  }
  return { handled: true };
}
