// A weak map whose keys are held elsewhere.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const weak = new WeakMap();
  let last = {};
  for (;;) {
    const key = { last };
    weak.set(key, new Array(1000).fill(key));
    last = key;
  }
}
