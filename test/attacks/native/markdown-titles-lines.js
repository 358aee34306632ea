// Titles of links over many lines, below definitions that switch on a second reading.
// expect: handled
// limits: {"cpuMs": 1000}
export async function handler() {
  return {
    handled: markdownToPlainText(`[a]: /x\n\n${"[a][b](c\n(".repeat(2000)}`).length === 20000,
  };
}
