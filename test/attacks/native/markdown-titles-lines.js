// Titles of links over many lines, below definitions that switch on a second reading.
// expect: result
// result: 20000
// limits: {"cpuMs": 1000}
export async function handler() {
  return markdownToPlainText(`[a]: /x\n\n${"[a][b](c\n(".repeat(2000)}`).length;
}
