// Fetches for ever.
// expect: SANDBOX_FETCH_LIMIT
// limits: { "fetches": 3 }
export async function handler() {
  for (;;) await fetch("https://api.example/").catch(() => {});
}
