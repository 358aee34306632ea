// Values that show one thing to a check and another to JSON, very many of them, and traps on their way.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  const code = (promise) =>
    promise.then(
      () => "stored",
      (error) => error.code ?? error.message,
    );
  let reads = 0;
  const twoFaced = {
    get face() {
      return reads++ === 0 ? "a text" : () => {};
    },
  };
  const members = new Proxy(
    { a: 1 },
    { get: (target, key) => (key === "toJSON" ? undefined : NaN), ownKeys: () => ["a"] },
  );
  const loop = { toJSON: () => ({ inner: loop }) };
  class Text extends Number {
    valueOf() {
      return NaN;
    }
  }
  const outcomes = [
    await code(storage.set("two", twoFaced)),
    await code(storage.set("proxy", members)),
    await code(storage.set("boxed", [new Text(1)])),
    await code(storage.set("twice", [loop.toJSON, 1])),
    await code(
      storage.set("throws", {
        toJSON: () => {
          throw new Error("mine");
        },
      }),
    ),
  ];
  const back = await storage.get("two");
  if (back.face !== "a text" || reads !== 1) throw new Error(JSON.stringify(back));
  const refused = "STORAGE_INVALID_VALUE";
  if (outcomes.join() !== ["stored", refused, refused, refused, "mine"].join()) {
    throw new Error(outcomes.join());
  }
  // The work grows with the JSON: one wrong value behind 50,000 right ones, in lists within lists.
  const many = Array.from({ length: 50_000 }, (_, at) => [at]);
  many.push([() => {}]);
  if ((await code(storage.set("many", many))) !== refused) throw new Error("stored");
  return { handled: true };
}
