// Calls the setters of shadowable built-ins on the prototypes themselves, through others.
// expect: handled
// limits: { "cpuMs": 1000 }
const prototypes = [Object, Function, Array, Promise, Map, Set, Date, Error, TypeError];
export async function handler() {
  for (const { prototype } of prototypes) {
    for (const key of Reflect.ownKeys(prototype)) {
      const { set } = Object.getOwnPropertyDescriptor(prototype, key);
      if (set === undefined || key === "__proto__") continue;
      for (const receiver of [prototype, new Proxy(prototype, {}), Object.prototype, globalThis]) {
        try {
          Reflect.apply(set, receiver, ["forged"]);
        } catch {
          continue;
        }
        if (prototype[key] === "forged" || {}[key] === "forged") throw new Error(String(key));
      }
    }
  }
  return { handled: true };
}
