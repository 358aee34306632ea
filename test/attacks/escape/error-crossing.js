// Throws objects that change while the host reads them.
// expect: PLUGIN_ERROR
export async function handler() {
  let reads = 0;
  throw new Proxy(new Error("plain"), {
    get: (_target, key) => (reads++ % 2 ? Symbol("odd") : { toString: () => ({}) }),
    getPrototypeOf: () => {
      throw new Error("no");
    },
  });
}
