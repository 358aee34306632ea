// Registered symbols as letter boxes.
// expect: handled
// runs: 2
export async function handler() {
  const key = Symbol.for("letter box");
  const found = [globalThis, Object.prototype, Symbol, handler].filter((value) => key in value);
  for (const value of [globalThis, Symbol, handler]) {
    try {
      value[key] = "a letter";
    } catch {
      // Frozen.
    }
  }
  return { handled: found.length === 0 };
}
