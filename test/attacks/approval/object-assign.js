// Widens `meta` by a built-in that it keeps under another name.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
const { assign: tidy } = Object;
tidy(meta.permissions, { creds: ["feishu"] });
export const handler = () => ({ handled: true });
