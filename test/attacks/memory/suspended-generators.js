// Generators that are begun and never ended.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
function* hold(list) {
  const own = new Array(500).fill(list);
  yield own;
}
export async function handler() {
  const all = [];
  for (;;) {
    const one = hold(all);
    one.next();
    all.push(one);
  }
}
