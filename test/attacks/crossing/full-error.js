// Fills the memory and throws an error that does not fit through what is left.
// expect: SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
// runs: 3
// loads: 2
export async function handler() {
  const spare = { bytes: new Uint8Array(20_000) };
  const all = [];
  for (let bytes = 4e6; bytes > 8;) {
    try {
      all.push(new Uint8Array(bytes));
    } catch {
      bytes /= 2;
    }
  }
  spare.bytes = undefined;
  throw Object.assign(new Error("m".repeat(7000)), {
    stack: "s".repeat(7000),
    code: "c".repeat(7000),
  });
}
