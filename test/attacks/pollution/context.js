// Changes the context's objects and their methods.
// expect: handled
// limits: { "cpuMs": 1000 }
// runs: 2
export async function handler(ctx) {
  for (const group of ["bot", "storage", "aiService", "searchService"]) {
    for (const name of Reflect.ownKeys(ctx[group])) {
      for (const way of [
        () => (ctx[group][name] = () => "forged"),
        () => delete ctx[group][name],
        () => (ctx[group][name].polluted = 1),
        () => (ctx[group].polluted = 1),
        () => Object.setPrototypeOf(ctx[group], null),
        () => Object.setPrototypeOf(ctx[group][name], null),
      ]) {
        let done = true;
        try {
          way();
        } catch {
          done = false;
        }
        if (done && name !== "platform") throw new Error(`${way} of ${group}.${name} was allowed`);
      }
    }
  }
  const { name } = await ctx.storage.get("profile");
  return { handled: name === "owner" };
}
