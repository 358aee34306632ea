// Addresses, methods and header values that could break the message to the thread that fetches.
// expect: handled
// limits: { "fetches": 60, "cpuMs": 1000 }
const texts = ["\ud800", "\u0000", "\u2028", "__proto__", "x".repeat(100_000), "%00", "\uffff"];
export async function handler({ config: { port } }) {
  const address = `https://127.0.0.1:${port}/`;
  const attempts = texts.flatMap((text) => [
    () => fetch(address + text),
    () => fetch(`https://${text}.localhost/`),
    () => fetch(address, { headers: { "x-own": text } }),
    () => fetch(address, { method: "POST", body: text }),
    () => fetch(address, { method: text }),
  ]);
  for (const attempt of attempts) {
    const outcome = await (async () => attempt())().then(
      () => "fetched",
      (error) => error,
    );
    if (outcome instanceof TypeError) continue;
    if (!["FETCH_BLOCKED", "INVALID_ARGUMENT"].includes(outcome.code)) throw outcome;
  }
  return { handled: true };
}
