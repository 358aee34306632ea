// Values for which JSON has only `null` or nothing.
// expect: handled
export async function handler({ storage }) {
  for (const value of [
    Symbol("x"),
    () => {},
    undefined,
    NaN,
    Infinity,
    1n,
    [undefined],
    { a: NaN },
  ]) {
    const error = await storage.set("key", value).catch((thrown) => thrown);
    if (error?.code !== "STORAGE_INVALID_VALUE") throw new Error(`rejected with ${error?.code}`);
    if ((await storage.get("key")) !== null) throw new Error("stored as null");
  }
  for (const value of [-0, new Map([[1, 2]])]) {
    await storage.set("key", value);
    const back = await storage.get("key");
    if (back !== null && typeof back === "object" && Object.keys(back).length > 0)
      throw new Error("x");
  }
  return { handled: true };
}
