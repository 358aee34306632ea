// A promise that the call before left to be settled.
// expect: handled
// runs: 3
const gate = Promise.withResolvers();
let open = false;
gate.promise.then(() => (open = true));
export async function handler() {
  await null;
  await null;
  const before = open;
  gate.resolve();
  await gate.promise;
  return { handled: !before && open };
}
