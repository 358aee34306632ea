// Aborts fetches with reasons of megabytes, and ends with one of them.
// expect: PLUGIN_ERROR | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const long = "r".repeat(1e6);
  const reason = Object.assign(new Error(long), { code: long, stack: long, name: long });
  for (let one = 0; one < 19; one++) {
    const aborter = new AbortController();
    const fetching = fetch("https://api.example/never", { signal: aborter.signal });
    aborter.abort(reason);
    await fetching.catch(() => {});
  }
  await fetch("https://api.example/", { signal: AbortSignal.abort(reason) });
  return { handled: true };
}
