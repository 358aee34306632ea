// The same by the setter of URL itself.
// expect: handled
export const meta = { slug: "changed-host", permissions: { hosts: ["api.example.com"] } };
export async function handler() {
  const url = new URL("https://api.example.com/x");
  if (url.hostname !== "api.example.com") return { handled: false };
  Object.getOwnPropertyDescriptor(URL.prototype, "href").set.call(url, "https://evil.example/");
  const error = await fetch(url).catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
