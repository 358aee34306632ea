// Declares no hosts and fetches all the same.
// expect: handled
export const meta = { slug: "offline", permissions: { hosts: [] } };
export async function handler() {
  const error = await fetch("https://api.example/").catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
