// A getter and a `toJSON` in the arguments of a host call look for who calls them.
// expect: handled
export async function handler({ storage }) {
  const seen = [];
  function spy() {
    try {
      seen.push(spy.caller);
    } catch (error) {
      seen.push(error.name);
    }
    seen.push(this === undefined || this === value || this === holder);
    return 1;
  }
  const holder = { toJSON: spy };
  const value = {
    holder,
    get field() {
      return Reflect.apply(spy, this, []);
    },
  };
  await storage.set("key", value);
  if (seen.some((one) => typeof one === "function" || one === false)) throw new Error(String(seen));
  return { handled: true };
}
