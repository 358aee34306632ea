// Fills the memory while its result is written.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// runs: 4
export async function handler() {
  const all = [];
  const text = "x".repeat(100_000);
  const toJSON = () => {
    for (let bytes = 4e6; bytes > 8;) {
      try {
        all.push(new Uint8Array(bytes));
      } catch {
        bytes /= 2;
      }
    }
    return text;
  };
  return { handled: true, first: text, last: { toJSON } };
}
