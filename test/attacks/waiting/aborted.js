// Waits for a fetch that it has aborted itself.
// expect: handled
export async function handler() {
  const controller = new AbortController();
  const asked = fetch("https://api.example/slow", { signal: controller.signal });
  controller.abort();
  const error = await asked.then(
    () => null,
    (thrown) => thrown,
  );
  if (error?.name !== "AbortError") throw new Error(`rejected with ${error?.name}`);
  return { handled: true };
}
