// Fetches that no server answers, one for each call, in many calls.
// expect: PLUGIN_TIMEOUT
// limits: { "wallMs": 2000 }
// default-limits: true
// parallel: 30
export async function handler() {
  await fetch("https://api.example/never");
}
