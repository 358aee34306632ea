// A result that throws when it is read.
// expect: PLUGIN_ERROR
export async function handler() {
  return {
    get handled() {
      throw new Error("unreadable");
    },
  };
}
