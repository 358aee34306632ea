// Fetches that no server answers, as many as may be open at once, beside two other plugins with such fetches.
// expect: PLUGIN_TIMEOUT
// limits: { "wallMs": 2000 }
// beside: answers/fetches-never-awaited, answers/fetches-never-one-by-one
// default-limits: true
// parallel: 2
export async function handler() {
  await Promise.all(Array.from({ length: 20 }, () => fetch("https://api.example/never")));
}
