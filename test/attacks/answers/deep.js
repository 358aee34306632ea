// Answers of two thousand levels.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  const answers = await Promise.all(Array.from({ length: 100 }, () => storage.get("deep")));
  let levels = 0;
  for (let value = answers[99]; Array.isArray(value); [value] = value) levels++;
  return { handled: levels === 2000 };
}
