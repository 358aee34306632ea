// A constructor that constructs itself, through a proxy.
// expect: PLUGIN_ERROR
export async function handler() {
  const Odd = new Proxy(class {}, { construct: () => new Odd() });
  new Odd();
}
