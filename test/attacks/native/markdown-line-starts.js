// Nested blocks, and blank lines that go on in all of them.
// expect: handled
// limits: {"cpuMs": 1000}
export async function handler() {
  const text = `${"- ".repeat(150)}a${"\n".repeat(2000)}b`;
  return { handled: markdownToPlainText(text).length === 304 };
}
