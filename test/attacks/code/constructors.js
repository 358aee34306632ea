// The four function constructors, by every way that leads to them.
// expect: handled
// limits: { "cpuMs": 1000 }
const kinds = [
  function () {},
  async function () {},
  function* () {},
  async function* () {},
  () => {},
  async () => {},
  class {},
  { method() {} }.method,
  Object.getOwnPropertyDescriptor(
    {
      get field() {
        return 1;
      },
    },
    "field",
  ).get,
];
const ways = [
  (kind) => kind.constructor("return 1"),
  (kind) => new kind.constructor("return 1"),
  (kind) => Object.getPrototypeOf(kind).constructor("return 1"),
  (kind) => kind.bind().constructor("return 1"),
  (kind) => new Proxy(kind, {}).constructor("return 1"),
  (kind) => Reflect.construct(kind.constructor, ["return 1"]),
  (kind) => Reflect.construct(Object, ["return 1"], kind.constructor),
  (kind) => Reflect.apply(kind.constructor, null, ["return 1"]),
  (kind) => kind.constructor.constructor("return 1"),
  (kind) => kind.constructor.bind(null, "return 1")(),
  (kind) => kind.constructor.call(kind, "return 1"),
  (kind) => kind.toString.constructor("return 1"),
  (kind) => new (class extends kind.constructor {})("return 1"),
];
export async function handler() {
  for (const kind of kinds) {
    for (const way of ways) {
      let made;
      try {
        made = way(kind);
      } catch {
        continue;
      }
      if (typeof made === "function") throw new Error(`${way} of ${kind} made ${made}`);
    }
  }
  return { handled: true };
}
