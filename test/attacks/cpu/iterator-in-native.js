// `new Set` draws on an iterator that repeats itself.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  new Set({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) });
}
