// Replaces what iterators and their helpers inherit, which no global leads to.
// expect: handled
// runs: 2
export async function handler({ storage }) {
  const helpers = [
    [].values().map(String),
    [].values().flatMap(() => []),
    Iterator.from({ next: () => ({ done: true }) }),
    Iterator.concat([1]),
    new Headers().entries(),
    new URLSearchParams("a=b").keys(),
    "a".matchAll(/a/g),
    (async function* () {})().__proto__.__proto__,
  ];
  for (const helper of helpers) {
    for (let place = Object.getPrototypeOf(helper); place; place = Object.getPrototypeOf(place)) {
      const isOpen =
        Reflect.set(place, "left", 1) || Reflect.defineProperty(place, "next", { value: 1 });
      if (isOpen || Object.isExtensible(place)) throw new Error(String(place));
    }
  }
  await storage.set(
    "sum",
    [1, 2]
      .values()
      .map((one) => one * 2)
      .toArray(),
  );
  return { handled: (await storage.get("sum")).join() === "2,4" };
}
