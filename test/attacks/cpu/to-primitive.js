// Loops in `Symbol.toPrimitive`, for a key.
// expect: SANDBOX_CPU_LIMIT
export async function handler({ storage }) {
  const key = {
    [Symbol.toPrimitive]() {
      for (;;);
    },
  };
  return storage[key];
}
