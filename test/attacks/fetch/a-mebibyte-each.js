// Calls that move almost a mebibyte each, all at once, to an address that is refused.
// expect: handled
// parallel: 8
export async function handler({ config: { port } }) {
  const body = new Uint8Array(1_000_000);
  const post = fetch(`https://127.0.0.1:${port}/`, { method: "POST", body });
  const { code } = await post.catch((error) => error);
  if (code !== "FETCH_BLOCKED" && code !== "FETCH_OVERLOADED") throw new Error(code);
  return { handled: true };
}
