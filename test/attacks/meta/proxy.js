// A `meta` that is a proxy and throws when it is read.
// expect: load PLUGIN_ERROR
export const meta = new Proxy(
  {},
  {
    ownKeys() {
      throw new Error("not for you");
    },
  },
);
export async function handler() {}
