// Declares one host and fetches others that look like it.
// expect: handled
// limits: { "fetches": 50 }
export const meta = { slug: "one-host", permissions: { hosts: ["api.example", "*.wide.example"] } };
const denied = [
  "https://api.example.evil.example/",
  "https://evilapi.example/",
  "https://evil.example/",
];
denied.push("https://x.api.example/", "https://wide.example/", "https://evilwide.example/");
denied.push(
  "https://api.example@evil.example/",
  "https://evil.example/?api.example",
  "https://api/",
);
denied.push("https://api.example%2eevil.example/", "https://.wide.example/", "https://127.0.0.1/");
export async function handler() {
  for (const address of denied) {
    const error = await fetch(address).catch((thrown) => thrown);
    if (error?.code !== "PERMISSION_DENIED" && !(error instanceof TypeError)) {
      throw new Error(`${address}: ${error?.code ?? "fetched"}`);
    }
  }
  const allowed = [await fetch("https://api.example/"), await fetch("https://API.example./")];
  return { handled: allowed.every(({ status }) => status === 200) };
}
