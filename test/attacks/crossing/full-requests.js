// Fills the memory and asks the host for whatever needs some.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR | PLUGIN_NEVER_SETTLED | handled
// runs: 4
export async function handler({ storage, bot }) {
  const all = [];
  for (let bytes = 4e6; bytes > 8;) {
    try {
      all.push(new Uint8Array(bytes));
    } catch {
      bytes /= 2;
    }
  }
  for (const attempt of [
    () => storage.set("key", "v".repeat(3000)),
    () => storage.get("k".repeat(100)),
    () => new TextDecoder("gbk").decode(new Uint8Array(100)),
    () => URL.canParse("https://a.example/" + "b".repeat(500)),
    () => crypto.getRandomValues(new Uint8Array(500)),
    () => (1234.5).toLocaleString("de"),
    () => console.log("full", all.length),
    () => new Promise((resolve) => setTimeout(resolve, 1)),
  ]) {
    try {
      all.pop();
      await attempt();
    } catch {
      // The next one.
    }
  }
  return { handled: true };
}
