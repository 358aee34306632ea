// Objects where only texts may be as large, with as many members as may be.
// expect: handled
// default-limits: true
export async function handler({ storage }) {
  const list = Array.from({ length: 40_000 }, () => "x".repeat(100));
  const more = [...list, ...list];
  for (const write of [
    () => storage.set("key", more),
    () => storage.compareAndSet("key", list, list),
  ]) {
    const error = await write().catch((thrown) => thrown);
    if (error?.code !== "INVALID_ARGUMENT") throw new Error(String(error?.code));
  }
  return { handled: true };
}
