// Deletes its permissions: a file that declares none may do everything.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
delete meta.permissions;
export const handler = () => ({ handled: true });
