// Numbers that are slow to write, stored and read again.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  await storage.set("numbers", Array(45_000).fill(4.442022819268027e302));
  const read = await storage.get("numbers");
  await storage.set("numbers", read);
  return { handled: true };
}
