// Takes the slug of another plugin, to read what that one has stored.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest" }
export const meta = { slug: "notebook" };
export async function handler({ storage }) {
  return { handled: (await storage.get("profile")) === null };
}
