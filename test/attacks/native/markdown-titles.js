// Titles of links that nothing closes, converted inside: each search for the end goes to the end.
// expect: handled
// limits: {"cpuMs": 1000}
export async function handler() {
  return { handled: markdownToPlainText("[a](b (".repeat(4000)).length === 28000 };
}
