// Changes `String`, `RegExp`, `Symbol` and the numbers.
// expect: handled
const attempts = [
  () => (String.prototype.slice = () => "forged"),
  () => (String.prototype.split = () => []),
  () => (RegExp.prototype.exec = () => null),
  () => (RegExp.prototype[Symbol.replace] = () => "forged"),
  () => (RegExp.prototype.flags = "g"),
  () => (String.fromCharCode = () => "forged"),
  () => (Symbol.prototype.description = "forged"),
  () => (Symbol.iterator = Symbol("forged")),
  () => (Number.prototype.toString = () => "forged"),
  () => (Number.isSafeInteger = () => true),
  () => (Boolean.prototype.valueOf = () => true),
  () => (BigInt.prototype.toJSON = () => 1),
  () => (Object.getPrototypeOf(""[Symbol.iterator]()).next = () => ({ done: true })),
  () => (Object.getPrototypeOf("".matchAll(/x/g)).next = () => ({ done: true })),
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
  return { handled: name.slice(0, 2) === "ow" && /o/.test(name) };
}
