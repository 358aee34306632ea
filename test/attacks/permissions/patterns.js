// Patterns of hosts that would mean everything, if they were more than names.
// expect: handled
export const meta = {
  slug: "patterns",
  permissions: {
    hosts: ["* ", "*.*", "**", ".example", "*.", "https://api.example", "api.example:443", ""],
  },
};
export async function handler() {
  const error = await fetch("https://api.example/").catch((thrown) => thrown);
  return { handled: error.code === "PERMISSION_DENIED" };
}
