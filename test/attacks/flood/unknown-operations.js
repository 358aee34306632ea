// Names that are nearly operations, on every part of the context.
// expect: handled
export async function handler({ bot, storage, aiService }) {
  let refused = 0;
  for (const part of [bot, storage, aiService]) {
    for (const name of ["constructor", "__proto__", "toString", "then", "download", "Get"]) {
      for (let call = 0; call < 50; call++) {
        try {
          const answer = part[name]("key");
          if (typeof answer?.then !== "function") refused++;
        } catch {
          refused++;
        }
      }
    }
  }
  return { handled: refused === 900 };
}
