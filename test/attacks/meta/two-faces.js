// A getter that shows other permissions on each read; what was shown first holds.
// expect: handled
let reads = 0;
export const meta = {
  slug: "two-faces",
  get permissions() {
    return reads++ === 0 ? { ai: false } : { ai: true };
  },
};
export async function handler({ aiService }) {
  const error = await aiService.getModelInfo("small").catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
