// A slug that is another one whenever it is read.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest" }
let reads = 0;
export const meta = {
  get slug() {
    return reads++ < 0 ? "modest" : `notebook-${reads}`;
  },
};
export const handler = () => ({ handled: true });
