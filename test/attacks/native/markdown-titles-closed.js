// Titles of links that one parenthesis closes, and that blanks keep from being any.
// expect: handled
// limits: {"cpuMs": 1000}
export async function handler() {
  return {
    handled: markdownToPlainText(`${"[a](b (".repeat(3000)})${" ".repeat(3000)}x`).length === 24002,
  };
}
