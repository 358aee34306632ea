// A proxy that shows one declaration and answers with another.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
const shown = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
export const meta = new Proxy(shown, {
  get: (target, key) => (key === "permissions" ? { ai: true } : target[key]),
});
export const handler = () => ({ handled: true });
