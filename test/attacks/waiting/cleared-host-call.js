// Clears its own host call by a number that changes while it is read; only the call itself suffers.
// expect: PLUGIN_NEVER_SETTLED
export async function handler({ storage }) {
  const timer = setTimeout(() => {}, 100);
  const asked = storage.get("profile");
  let reads = 0;
  clearTimeout({ valueOf: () => timer + (reads++ > 0 ? 1 : 0) });
  await asked;
}
