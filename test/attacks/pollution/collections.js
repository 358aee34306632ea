// Changes `Map`, `Set`, their weak kin and their iterators.
// expect: handled
const attempts = [
  () => (Map.prototype.get = () => "forged"),
  () => (Map.prototype.set = () => "forged"),
  () => (Map.prototype.delete = () => false),
  () => (Map.prototype.size = 5),
  () => (Set.prototype.has = () => true),
  () => (WeakMap.prototype.get = () => "forged"),
  () => (WeakSet.prototype.has = () => true),
  () => (WeakRef.prototype.deref = () => "forged"),
  () => (FinalizationRegistry.prototype.register = () => "forged"),
  () => (Object.getPrototypeOf(new Map().entries()).next = () => ({ done: true })),
  () => (Object.getPrototypeOf(new Set().values()).next = () => ({ done: true })),
  () => Object.setPrototypeOf(Map.prototype, null),
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
