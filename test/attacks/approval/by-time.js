// Declares little on the day of the review and much on any other.
// expect: load PLUGIN_META_MISMATCH
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
const isReview = new Date().getFullYear() === 1999;
export const meta = {
  slug: "modest",
  permissions: isReview ? { hosts: [] } : { hosts: ["evil.example"] },
  priority: 70,
};
export const handler = () => ({ handled: true });
