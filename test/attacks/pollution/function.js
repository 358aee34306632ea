// Changes `Function` and its prototypes.
// expect: handled
const attempts = [
  () => (Function.prototype.call = () => "forged"),
  () => (Function.prototype.apply = () => "forged"),
  () => ((() => {}).__proto__.bind = () => "forged"),
  () => (Function.prototype.constructor = class {}),
  () => (Function.prototype[Symbol.hasInstance] = () => true),
  () => Object.defineProperty(Function.prototype, Symbol.hasInstance, { value: () => true }),
  () => (Object.getPrototypeOf(async () => {}).polluted = 1),
  () => (Object.getPrototypeOf(function* () {}).prototype.next = () => ({ done: true })),
  () => (Object.getPrototypeOf(async function* () {}).prototype.next = () => ({ done: true })),
];
export async function handler({ storage }) {
  for (const attempt of attempts) {
    let done = true;
    try {
      attempt();
    } catch {
      done = false;
    }
    if (done) throw new Error(`${attempt} was allowed`);
  }
  const { name } = await storage.get.call(null, "profile");
  return { handled: name === "owner" };
}
