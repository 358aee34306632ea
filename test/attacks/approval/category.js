// Moves itself in the order by a category that its text does not show.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "priority": 70 } }
export const meta = { slug: "modest" };
meta["cate" + "gory"] = "game";
export const handler = () => ({ handled: true });
