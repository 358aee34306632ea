// As many hosts as a declaration has room for: each fetch would compare its name with all of them.
// expect: load INVALID_INPUT
export const meta = {
  slug: "many-hosts",
  permissions: { hosts: Array.from({ length: 40_000 }, (_, at) => `*.${at}`) },
};
export async function handler() {
  const fetches = Array.from({ length: 20 }, () => fetch("https://api.example/").catch(() => {}));
  await Promise.all(fetches);
  return { handled: true };
}
