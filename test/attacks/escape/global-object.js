// Puts a proxy behind the global object while the file is loaded.
// expect: handled
const seen = [];
const behind = new Proxy(
  {},
  {
    has: (_target, name) => (seen.push(name), false),
    get: (_target, name) => (seen.push(name), undefined),
  },
);
try {
  Object.setPrototypeOf(globalThis, behind);
} catch {
  // Not allowed either.
}
globalThis.toJSON = () => "forged";
globalThis.then = (resolve) => resolve("forged");
export async function handler({ storage }) {
  const { name } = await storage.get("profile");
  const foreign = seen.filter((one) => /^(process|require|__)/.test(String(one)));
  if (foreign.length > 0) throw new Error(foreign.join());
  return { handled: name === "owner" };
}
