// An address whose host becomes another one after it was checked.
// expect: handled
export const meta = { slug: "changed-host", permissions: { hosts: ["api.example.com"] } };
export async function handler() {
  const url = new URL("https://api.example.com/x");
  if (url.hostname !== "api.example.com") return { handled: false };
  url.hostname = ["evil", "example"].join(".");
  const error = await fetch(url).catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
