// Promises of host calls under a constructor of the plugin's own.
// expect: handled
export async function handler({ storage }) {
  const caught = [];
  class Spy extends Promise {
    constructor(executor) {
      super((resolve, reject) => {
        caught.push(resolve, reject);
        executor(resolve, reject);
      });
    }
  }
  const asked = storage.get("profile");
  asked.constructor = Spy;
  asked.then(() => {});
  const { name } = await Spy.resolve(asked);
  for (const settle of caught) settle({ name: "forged" });
  const again = await asked;
  return { handled: name === "owner" && again.name === "owner" };
}
