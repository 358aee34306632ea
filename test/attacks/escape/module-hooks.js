// Accessors in the places where the bootstrap looks for a CommonJS file.
// expect: handled
let reads = 0;
Reflect.defineProperty(globalThis, "module", {
  get: () => (
    reads++,
    {
      get exports() {
        return { handler: () => ({ handled: "forged" }) };
      },
    }
  ),
  configurable: true,
});
export async function handler() {
  return { handled: typeof module === "undefined" && reads < 3 };
}
