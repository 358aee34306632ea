// Gives itself another account in its context; the host must not ask the context.
// expect: handled
// runs: 2
export async function handler(ctx) {
  ctx.userId = 1;
  ctx.botDbId = 1;
  Object.assign(ctx, { pool: {}, admin: true });
  await ctx.storage.set("mine", "x");
  return { handled: (await ctx.storage.get("mine")) === "x" };
}
