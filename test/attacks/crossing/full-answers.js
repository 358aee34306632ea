// Asks for the largest answers, and fills the memory before they come.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
// runs: 2
export async function handler({ bot, storage }) {
  const asked = [
    storage.get("megabyte"),
    storage.get("values"),
    bot.downloadRaw("large"),
    fetch("https://api.example/megabytes"),
  ];
  const all = [];
  for (let bytes = 4e6; bytes > 8;) {
    try {
      all.push(new Uint8Array(bytes));
    } catch {
      bytes /= 2;
    }
  }
  const ends = await Promise.allSettled(asked);
  throw new Error(ends.map(({ reason }) => String(reason)).join(" "));
}
