// The same by Reflect.set, with a name in pieces.
// expect: handled
export const meta = { slug: "changed-host", permissions: { hosts: ["api.example.com"] } };
export async function handler() {
  const url = new URL("https://api.example.com/x");
  if (url.hostname !== "api.example.com") return { handled: false };
  Reflect.set(url, "host" + "name", "evil.example");
  const error = await fetch(url).catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
