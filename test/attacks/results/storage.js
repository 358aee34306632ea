// Changes a value that came out of the storage, without setting it.
// expect: handled
// runs: 2
export async function handler({ storage }) {
  const profile = await storage.get("profile");
  const sound = profile.name === "owner" && profile.tags.join() === "a,b" && !("extra" in profile);
  profile.name = "forged";
  profile.tags.push("forged");
  profile.extra = profile;
  const again = await storage.get("profile");
  return { handled: sound && again.name === "owner" && again.tags.length === 2 };
}
