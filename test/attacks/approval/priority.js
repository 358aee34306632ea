// Wants to run before all others.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export let meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
meta = { ...meta, priority: 0 };
export const handler = () => ({ handled: true });
