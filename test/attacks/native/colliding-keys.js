// Has the engine read an object whose keys all have the same hash: each is compared with all before it.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let keys = [""];
  for (let level = 0; level < 15; level++) {
    keys = keys.flatMap((key) => [`${key}\u1000\u2000`, `${key}\u1001\u1ef9`]);
  }
  JSON.parse(`{${keys.map((key) => `"${key}":1`).join(",")}}`);
  return { handled: true };
}
