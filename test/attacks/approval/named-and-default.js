// Exports a modest declaration by name and a handler with another one by default.
// expect: handled
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
const wide = { slug: "modest", permissions: { ai: true }, priority: 70 };
export default {
  meta: wide,
  async handler({ aiService }) {
    const error = await aiService.getModelInfo("small").catch((thrown) => thrown);
    return { handled: error.code === "PERMISSION_DENIED" };
  },
};
