// Becomes another declaration when it is written as JSON.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
meta.permissions.toJSON = () => ({ hosts: ["*"] });
export const handler = () => ({ handled: true });
