// Changes `Array` and its iterators.
// expect: handled
const attempts = [
  () => (Array.prototype.push = () => 0),
  () => ([].__proto__.map = () => []),
  () => (Array.prototype[Symbol.iterator] = function* () {}),
  () => (Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })),
  () => (Array.isArray = () => true),
  () => (Array.prototype.length = 5),
  () => Array.prototype.push("x"),
  () => Array.prototype.concat.call.call(Array.prototype.splice, Array.prototype, 0, 0, "x"),
  () => Object.defineProperty(Array.prototype, 0, { set() {} }),
  () => delete Array.prototype.join,
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
  const { tags } = await storage.get("profile");
  return { handled: tags.map((tag) => tag).join() === "a,b" };
}
