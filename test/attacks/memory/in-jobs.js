// Fills the memory in jobs, where errors become rejections.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const all = [];
  for (;;) {
    await null;
    all.push(new Uint8Array(1e5));
  }
}
