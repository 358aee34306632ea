// Assigns to globals, deletes them, and puts accessors in their places.
// expect: handled
// limits: { "cpuMs": 1000 }
const names = [
  "fetch",
  "setTimeout",
  "console",
  "Buffer",
  "undefined",
  "NaN",
  "globalThis",
  "crypto",
];
names.push("JSON", "Promise", "Object", "markdownToPlainText", "queueMicrotask", "URL", "polluted");
const ways = [
  (name) => (globalThis[name] = "forged"),
  (name) => Object.defineProperty(globalThis, name, { get: () => "forged" }),
  (name) => globalThis.__defineGetter__(name, () => "forged"),
  (name) => Reflect.defineProperty(globalThis, name, { get: () => "forged" }) || undefined.no,
  (name) => name in globalThis && delete globalThis[name],
  (name) => Object.assign(globalThis, { [name]: "forged" }),
];
export async function handler() {
  for (const name of names) {
    for (const way of ways) {
      const before = globalThis[name];
      let result;
      try {
        result = way(name);
      } catch {
        result = false;
      }
      if (result !== false || !Object.is(globalThis[name], before))
        throw new Error(`${way} ${name}`);
    }
  }
  return { handled: typeof polluted === "undefined" };
}
