// Values that hold themselves, and values without JSON.
// expect: handled
export async function handler({ storage }) {
  const loop = {};
  loop.loop = loop;
  for (const value of [loop, [loop], 1n, { deep: { deeper: 1n } }]) {
    const error = await storage.set("key", value).catch((thrown) => thrown);
    if (!(error instanceof TypeError)) throw new Error(`rejected with ${error}`);
  }
  return { handled: true };
}
