// Arguments of many levels: those that fit into the machine's stack must fit into the host's.
// expect: handled
// limits: { "cpuMs": 3000 }
export async function handler({ storage }) {
  let value = [];
  for (let i = 0; i < 6000; i++) value = [value];
  const outcomes = [];
  for (let step = 0; step < 13; step++) {
    await storage.set("deep", value).then(
      () => outcomes.push("stored"),
      (error) => outcomes.push(error.message),
    );
    for (let i = 0; i < 500; i++) value = value[0] ?? [];
  }
  // Once it fits, it fits.
  const first = outcomes.indexOf("stored");
  if (outcomes.slice(first).some((outcome) => outcome !== "stored"))
    throw new Error(outcomes.join());
  return { handled: true };
}
