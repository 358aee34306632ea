// Addresses that change from read to read, and requests that are changed after they were made.
// expect: handled
export async function handler({ config: { port } }) {
  const private_ = `http://127.0.0.1:${port}/`;
  const faces = ["https://a.example/", "https://a.example/", private_];
  const faced = (at) => ({ toString: () => faces[Math.min(at++, 2)] });
  const request = new Request(private_, { method: "POST", body: "x" });
  for (const key of ["url", "method", "headers", "signal"]) {
    try {
      Object.defineProperty(request, key, { value: "https://a.example/" });
    } catch {
      // Not even on its own object.
    }
  }
  const url = new URL("https://a.example/");
  url.href = private_;
  for (const input of [url, request, faced(1), faced(2), { href: private_ }, [private_]]) {
    const error = await fetch(input).catch((thrown) => thrown);
    const refused = error instanceof TypeError || error.code === "FETCH_BLOCKED";
    if (!refused && error.code !== "FETCH_NETWORK") throw new Error(String(input));
  }
  return { handled: true };
}
