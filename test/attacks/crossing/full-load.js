// Fills the memory while the file is loaded, and throws what does not fit through the rest.
// expect: load SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
const all = [];
for (let bytes = 4e6; bytes > 8;) {
  try {
    all.push(new Uint8Array(bytes));
  } catch {
    bytes /= 2;
  }
}
throw { name: "Full", message: "m".repeat(5000), stack: "s".repeat(5000) };
export const handler = () => {};
