// Changes `Promise`.
// expect: handled
const attempts = [
  () => (Promise.prototype.then = (resolve) => resolve("forged")),
  () => (Promise.prototype.catch = () => {}),
  () => (Promise.resolve = () => "forged"),
  () => (Promise.reject = () => "forged"),
  () => (Promise.prototype.constructor = Array),
  () => Object.defineProperty(Promise, Symbol.species, { get: () => Array }),
  () => Object.setPrototypeOf(Promise.prototype, null),
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
  const { name } = await storage.get("profile");
  return { handled: name === "owner" };
}
