// Nested blocks, and blank lines that go on in all of them.
// expect: result
// result: 304
// limits: {"cpuMs": 1000}
export async function handler() {
  const text = `${"- ".repeat(150)}a${"\n".repeat(2000)}b`;
  return markdownToPlainText(text).length;
}
