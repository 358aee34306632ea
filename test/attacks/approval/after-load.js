// Widens its declaration in the handler, where it was approved before.
// expect: handled
// runs: 2
// approval: { "slug": "modest", "approved": { "permissions": { "hosts": [] }, "priority": 70 } }
export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
export async function handler({ aiService, bot, msg }) {
  Object.assign(meta.permissions, { ai: true, proactive: true });
  const attempts = [aiService.getModelInfo("small"), bot.sendText(`${msg.from}0`, "hello")];
  const codes = (await Promise.allSettled(attempts)).map(({ reason }) => reason?.code);
  return { handled: codes.every((code) => code === "PERMISSION_DENIED") };
}
