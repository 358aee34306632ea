// Sets the slug again after it was declared.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest" }
exports.meta = { slug: "modest" };
exports.handler = () => ({ handled: true });
exports.meta["sl" + "ug"] = "notebook";
