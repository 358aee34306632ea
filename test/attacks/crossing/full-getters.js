// Fills the memory while the host reads what was thrown.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
// runs: 4
const all = [];
const fill = () => {
  for (let bytes = 4e6; bytes > 8;) {
    try {
      all.push(new Uint8Array(bytes));
    } catch {
      bytes /= 2;
    }
  }
  return "x".repeat(8192);
};
export async function handler() {
  throw {
    name: "Full",
    message: "m",
    get code() {
      return fill();
    },
    get stack() {
      return "s".repeat(8192);
    },
  };
}
