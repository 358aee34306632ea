// Results that are no `{ handled }`: whoever calls the handler has to check them.
// expect: result
// result: [null,1e+300,null,"text",{"handled":"yes"}]
export async function handler() {
  return [NaN, 1e300, undefined, "text", { handled: "yes", symbol: Symbol("x"), f() {} }];
}
