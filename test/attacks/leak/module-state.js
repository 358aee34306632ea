// Counts in the module: each call must begin at nought.
// expect: handled
// runs: 3
let count = 0;
const seen = new Map();
const weak = new WeakMap();
class Counter {
  static calls = 0;
  #own = 0;
  up() {
    return ++this.#own + ++Counter.calls;
  }
}
const counter = new Counter();
export async function handler({ storage }) {
  count++;
  seen.set(count, 1);
  weak.set(counter, (weak.get(counter) ?? 0) + 1);
  await storage.get("profile");
  const fresh = count === 1 && seen.size === 1 && weak.get(counter) === 1 && counter.up() === 2;
  return { handled: fresh };
}
