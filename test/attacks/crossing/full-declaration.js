// Fills the memory while the host reads what the file declares.
// expect: load SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
const all = [];
export const meta = {
  slug: "full",
  description: {
    toJSON() {
      for (let bytes = 4e6; bytes > 8;) {
        try {
          all.push(new Uint8Array(bytes));
        } catch {
          bytes /= 2;
        }
      }
      return "d".repeat(50_000);
    },
  },
};
export const handler = () => {};
