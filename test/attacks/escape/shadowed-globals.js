// Declares names that the bootstrap uses: they must exist in the plugin only.
// expect: handled
const JSON = { parse: () => "forged", stringify: () => "forged" };
const Promise = class {};
const Object = { freeze: () => {} };
const Array = { isArray: () => false };
export async function handler({ storage }) {
  const { name } = await storage.get("profile");
  return { handled: name === "owner" };
}
