// A user name that looks like the host.
// expect: handled
export async function handler({ config: { port } }) {
  for (const address of [
    `https://a.example@127.0.0.1:${port}/`,
    "https://a.example:443@127.0.0.1/",
    "https://user:secret@127.0.0.1/",
    "https://127.0.0.1#@a.example/",
    "https://127.0.0.1\\@a.example/",
    "https:\\\\127.0.0.1\\",
    "https:127.0.0.1",
    "\thttps://127.0.0.1/\n",
  ]) {
    const error = await fetch(address).catch((thrown) => thrown);
    const refused = error instanceof TypeError || error.code === "FETCH_BLOCKED";
    if (!refused) throw new Error(`${address}: ${error.code ?? "fetched"}`);
  }
  return { handled: true };
}
