// Uses the `__proto__` setter on everything.
// expect: handled
export async function handler({ storage, bot }) {
  const { set } = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__");
  for (const value of [Object.prototype, Array.prototype, globalThis, storage, bot.reply, JSON]) {
    let done = true;
    try {
      Reflect.apply(set, value, [{ polluted: 1 }]);
    } catch {
      done = false;
    }
    if (done && value !== Object.prototype) throw new Error("a prototype was replaced");
  }
  return { handled: {}.polluted === undefined && globalThis.polluted === undefined };
}
