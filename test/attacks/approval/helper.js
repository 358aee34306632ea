// Hands `meta` to a function that widens it.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
const widen = (declared) => {
  declared.permissions = { hosts: ["*"], ai: true, proactive: true };
};
widen(meta);
export const handler = () => ({ handled: true });
