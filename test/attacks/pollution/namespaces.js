// Changes `JSON`, `Math`, `Reflect`, `Date`, `Proxy` and the errors.
// expect: handled
const attempts = [
  () => (JSON.parse = () => "forged"),
  () => (JSON.stringify = () => "[]"),
  () => (JSON[Symbol.toStringTag] = "forged"),
  () => (Math.random = () => 4),
  () => (Math.trunc = () => 0),
  () => (Reflect.get = () => "forged"),
  () => (Reflect.ownKeys = () => []),
  () => (Date.now = () => 0),
  () => (Date.prototype.getTime = () => 0),
  () => (Date.prototype.toJSON = () => "forged"),
  () => (Proxy.revocable = () => "forged"),
  () => (Error.prototype.message = "forged"),
  () => (Error.prototype.toString = () => "forged"),
  () => (TypeError.prototype.name = "forged"),
  () => Object.defineProperty(Error.prototype, "code", { value: "forged" }),
  () => Object.defineProperty(Error.prototype, "stack", { get: () => "forged" }),
  () => (Iterator.prototype.map = () => "forged"),
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
  const error = await storage.get("refused").catch((thrown) => thrown);
  return { handled: name === "owner" && error.code === "STORAGE_INVALID_KEY" };
}
