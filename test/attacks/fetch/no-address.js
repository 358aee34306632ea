// What is no address at all.
// expect: handled
const odd = [
  "",
  " ",
  "a.example",
  "//a.example/",
  "/path",
  "https://",
  "https://[::1",
  "https://a b/",
];
odd.push(
  "https://256.256.256.256/",
  "https://a.example:99999/",
  "https://%00/",
  "\u0000",
  "?",
  "#",
);
odd.push(undefined, null, 1, {}, [], Symbol.iterator, () => {}, new Map(), true);
export async function handler() {
  for (const address of odd) {
    const error = await fetch(address).catch((thrown) => thrown);
    const refused = error instanceof TypeError || error.code === "INVALID_ARGUMENT";
    if (!refused) throw new Error(`${String(address)}: ${error.code ?? "fetched"}`);
  }
  return { handled: true };
}
