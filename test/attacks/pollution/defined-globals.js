// Defines globals anew; engines may keep them apart from other properties, and forget to check.
// expect: handled
const names = [
  "fetch",
  "JSON",
  "Promise",
  "Object",
  "undefined",
  "console",
  "Buffer",
  "setTimeout",
];
const value = "forged";
const ways = [
  (name) => Object.defineProperty(globalThis, name, { value }),
  (name) => Object.defineProperties(globalThis, { [name]: { value } }),
  (name) => Reflect.defineProperty(globalThis, name, { value }),
  (name) => Reflect.set({}, name, value, globalThis),
];
export async function handler() {
  for (const name of names) {
    for (const way of ways) {
      const before = globalThis[name];
      try {
        way(name);
      } catch {
        continue;
      }
      if (!Object.is(globalThis[name], before)) throw new Error(`${way} ${name}`);
    }
  }
  return { handled: true };
}
