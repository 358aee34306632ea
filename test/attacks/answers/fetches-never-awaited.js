// Begins fetches that no server answers, and returns at once.
// expect: handled
// limits: { "wallMs": 2000 }
// default-limits: true
// parallel: 2
export async function handler() {
  for (let call = 0; call < 20; call++) fetch("https://api.example/never").catch(() => {});
  return { handled: true };
}
