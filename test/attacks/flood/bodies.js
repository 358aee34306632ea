// Answers larger than the plugin may have.
// expect: handled
// limits: { "fetchBytes": 1000 }
export async function handler() {
  const error = await fetch("https://api.example/large").catch((thrown) => thrown);
  return { handled: error.code === "FETCH_BODY_TOO_LARGE" };
}
