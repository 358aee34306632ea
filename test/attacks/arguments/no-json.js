// Values for which JSON has only `null` or nothing.
// expect: handled
export async function handler({ storage }) {
  for (const value of [Symbol("x"), () => {}, undefined, NaN, Infinity, -0, new Map([[1, 2]])]) {
    await storage.set("key", value).catch((error) => {
      if (error.code !== "INVALID_ARGUMENT") throw error;
    });
    const back = await storage.get("key");
    if (back !== null && typeof back === "object" && Object.keys(back).length > 0)
      throw new Error("x");
  }
  return { handled: true };
}
