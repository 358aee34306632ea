// Titles of links that nothing closes, converted inside: each search for the end goes to the end.
// expect: result
// result: 28000
// limits: {"cpuMs": 1000}
export async function handler() {
  return markdownToPlainText("[a](b (".repeat(4000)).length;
}
