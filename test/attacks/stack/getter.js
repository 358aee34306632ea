// A getter that reads itself.
// expect: PLUGIN_ERROR
export async function handler() {
  const odd = {
    get field() {
      return this.field;
    },
  };
  odd.field;
}
