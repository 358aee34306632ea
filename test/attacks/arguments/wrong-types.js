// Every method with values of every wrong type: nothing may reach the host's services.
// expect: handled
// limits: { "hostCalls": 5000, "sends": 5000, "cpuMs": 2000 }
const odd = [undefined, null, true, 0, -1, 1.5, [], {}, [[]], { length: 1 }, /x/, new Map(), NaN];
export async function handler(ctx) {
  const wrong = [];
  const attempt = async (name, method, args) => {
    const error = await method(...args).then(
      () => null,
      (thrown) => thrown,
    );
    const code = name === "search" ? "INVALID_QUERY" : "INVALID_ARGUMENT";
    if (error?.code !== code) wrong.push(`${name}(${JSON.stringify(args)})`);
  };
  for (const value of odd) {
    for (const name of ["get", "set", "delete"]) {
      await attempt(name, ctx.storage[name], [value, "x"]);
    }
    for (const name of ["reply", "sendText", "sendImage", "sendVideo", "sendFile", "sendTyping"]) {
      await attempt(name, ctx.bot[name], [value, value, value]);
    }
    for (const name of ["downloadImage", "downloadRaw"]) {
      if (typeof value !== "object" || value === null) await attempt(name, ctx.bot[name], [value]);
    }
    await attempt("creds", ctx.getPlatformCreds, [value]);
    await attempt("search", ctx.searchService.search, [value]);
    await attempt("callModel", ctx.aiService.callModel, [value]);
    await attempt("getModelInfo", ctx.aiService.getModelInfo, [value]);
  }
  if (wrong.length > 0) throw new Error(wrong.join("; "));
  return { handled: true };
}
