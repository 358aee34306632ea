// More values than one call may bring, in lists, members and lists of nothing; fewer are stored.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  await storage.set("some", new Array(50_000).fill(0));
  const error = await storage.set("more", new Array(110_000).fill(0)).catch((thrown) => thrown);
  const keys = await storage.keys();
  const isRefused = error?.code === "INVALID_ARGUMENT" && !keys.includes("more");
  const back = await storage.get("some");
  return { handled: isRefused && back.length === 50_000 };
}
