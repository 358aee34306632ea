// Values of many kinds instead of `{ handled }`: none of them leaves the machine.
// expect: PLUGIN_INVALID_RESULT
export async function handler() {
  return [NaN, 1e300, undefined, "text", { handled: "yes", symbol: Symbol("x"), f() {} }];
}
