// Lists within lists: up to some level they are stored as they are, from then on refused.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  let value = "the bottom";
  const outcomes = [];
  for (let level = 1; level <= 1024; level++) {
    value = [value];
    if (!Number.isInteger(Math.log2(level))) continue;
    outcomes.push(
      await storage.set("deep", value).then(
        () => "stored",
        (error) => error.code,
      ),
    );
  }
  // 1 to 256, then 512 and 1024.
  const expected = [...new Array(9).fill("stored"), "INVALID_ARGUMENT", "INVALID_ARGUMENT"];
  if (outcomes.join() !== expected.join()) throw new Error(outcomes.join());
  let back = await storage.get("deep");
  while (Array.isArray(back)) [back] = back;
  return { handled: back === "the bottom" };
}
