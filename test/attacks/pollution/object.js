// Changes `Object` and its prototype.
// expect: handled
const attempts = [
  () => (Object.prototype.polluted = 1),
  () => ({}.__proto__.polluted = 1),
  () => Object.defineProperty(Object.prototype, "polluted", { get: () => 1 }),
  () => Object.setPrototypeOf(Object.prototype, { polluted: 1 }),
  () => Object.prototype.__defineGetter__.call(Object.prototype, "polluted", () => 1),
  () => (Object.prototype.toJSON = () => "forged"),
  () => (Object.prototype.then = (resolve) => resolve("forged")),
  () => (Object.prototype[0] = "forged"),
  () => (Object.prototype.get = () => "forged"),
  () => (Object.keys = () => []),
  () => (Object.freeze = (value) => value),
  () => delete Object.prototype.hasOwnProperty,
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
  return { handled: name === "owner" && {}.polluted === undefined };
}
