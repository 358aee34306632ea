// Is led from a host that it declares to one that it does not.
// expect: handled
export const meta = { slug: "redirected", permissions: { hosts: ["api.example"] } };
export async function handler() {
  const error = await fetch("https://api.example/moved").catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
