// Writes after the end; the next call must not find it.
// expect: handled
// runs: 2
export async function handler({ storage }) {
  const before = await storage.get("late");
  setTimeout(() => storage.set("late", true), 1);
  storage.get("slow").then(() => storage.set("late", true));
  return { handled: before === null };
}
