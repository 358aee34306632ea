// Changes its `meta`, and gives itself permissions.
// expect: handled
export const meta = { slug: "modest", permissions: { hosts: [], ai: false } };
export async function handler({ aiService }) {
  meta.permissions.ai = true;
  meta.permissions = undefined;
  const messages = [{ role: "user", content: "x" }];
  const error = await aiService.callModel({ model: "m", messages }).catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
