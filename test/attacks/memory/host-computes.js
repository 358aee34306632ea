// Has the host decode and encode large texts for nothing.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  const all = [];
  for (let text = "é"; ; text += text) {
    const bytes = new TextEncoder().encode(text);
    all.push(bytes, new TextDecoder("utf-16le").decode(bytes), Buffer.from(text).toString("hex"));
  }
}
