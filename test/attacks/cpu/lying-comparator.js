// A comparator that throws in the middle, and one that contradicts itself.
// expect: handled | SANDBOX_CPU_LIMIT
export async function handler() {
  const numbers = Array.from({ length: 2000 }, (_, i) => i);
  let turn = 0;
  numbers.sort(() => (turn++ % 3) - 1);
  try {
    numbers.sort(() => {
      throw new Error("no");
    });
  } catch {
    return { handled: new Set(numbers).size === 2000 };
  }
}
