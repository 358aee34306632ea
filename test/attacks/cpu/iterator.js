// An iterator without an end.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const endless = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) };
  for (const one of endless);
}
