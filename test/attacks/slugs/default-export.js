// Shows one slug in a comment and exports another by default.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": {} }
// export const meta = { slug: "modest" };
export default { meta: { slug: "notebook" }, handler: () => ({ handled: true }) };
