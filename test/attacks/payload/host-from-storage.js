// A host that the plugin put into its storage before.
// expect: handled
export const meta = { slug: "changed-host", permissions: { hosts: ["api.example.com"] } };
export async function handler({ storage }) {
  const url = new URL("https://api.example.com/x");
  if (url.hostname !== "api.example.com") return { handled: false };
  await storage.set("host", "evil.example");
  url.host = await storage.get("host");
  const error = await fetch(url).catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
