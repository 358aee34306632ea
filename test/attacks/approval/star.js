// Adds the star to its hosts.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
meta.permissions.hosts[0] = "*";
export const handler = () => ({ handled: true });
