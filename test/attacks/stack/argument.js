// Arguments of many levels: those that fit into the machine's stack must fit into the host's.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  let value = [];
  for (let i = 0; i < 3000; i++) value = [value];
  const outcomes = [];
  for (let step = 0; step < 30; step++) {
    await storage.set("deep", value).then(
      () => outcomes.push("stored"),
      (error) => outcomes.push(error.message),
    );
    for (let i = 0; i < 100; i++) value = value[0] ?? [];
  }
  if (outcomes[0] === "stored" || outcomes.at(-1) !== "stored") throw new Error(outcomes.join());
  return { handled: true };
}
