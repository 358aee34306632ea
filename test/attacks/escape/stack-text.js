// Looks for the host's files in stack traces.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage, bot }) {
  const errors = [new Error("own")];
  for (const attempt of [
    () => null.field,
    () => new Uint8Array(-1),
    () => JSON.parse("{"),
    () => new URL("no"),
    () => structuredClone(() => {}),
    () => storage.get(1),
    () => storage.get("refused"),
    () => bot.sendImage("user", {}),
    () => fetch("no"),
    () => crypto.subtle.digest("MD4", new Uint8Array(1)),
    () => (1).toLocaleString("no such locale"),
  ]) {
    try {
      await attempt();
    } catch (error) {
      errors.push(error, error.cause);
    }
  }
  const text = errors
    .map((error) => `${error?.message} ${error?.stack} ${error?.cause}`)
    .join("\n");
  if (/file:|node:|node_modules|\.ts\b|\/packages\/|worker|emscripten|wasm/i.test(text)) {
    throw new Error(text);
  }
  return { handled: errors.length > 10 };
}
