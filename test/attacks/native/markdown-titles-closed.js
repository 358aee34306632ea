// Titles of links that one parenthesis closes, and that blanks keep from being any.
// expect: result
// result: 24002
// limits: {"cpuMs": 1000}
export async function handler() {
  return markdownToPlainText(`${"[a](b (".repeat(3000)})${" ".repeat(3000)}x`).length;
}
