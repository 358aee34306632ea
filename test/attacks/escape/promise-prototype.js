// Puts itself between the bootstrap and its promises.
// expect: handled
export async function handler({ storage }) {
  const refused = [];
  for (const name of ["then", "catch", "finally", "constructor"]) {
    try {
      Promise.prototype[name] = () => {};
    } catch {
      refused.push(name);
    }
  }
  try {
    Promise.resolve = () => {};
    Object.defineProperty(Promise, Symbol.species, { value: Array });
  } catch {
    refused.push("static");
  }
  await storage.get("profile");
  return { handled: refused.length === 5 };
}
