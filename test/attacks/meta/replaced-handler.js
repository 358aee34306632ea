// Replaces its handler at run time; the next call begins with the one that was loaded.
// expect: handled
// runs: 2
export let handler = async ({ storage }) => {
  handler = () => ({ handled: "forged" });
  await storage.get("profile");
  return { handled: true };
};
