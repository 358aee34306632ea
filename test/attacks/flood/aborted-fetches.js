// Starts fetches and aborts them at once, to have more of them.
// expect: SANDBOX_FETCH_LIMIT
// limits: { "fetches": 3 }
export async function handler({ storage }) {
  for (;;) {
    const controller = new AbortController();
    fetch("https://api.example/slow", { signal: controller.signal }).catch(() => {});
    controller.abort();
    await storage.get("profile");
  }
}
