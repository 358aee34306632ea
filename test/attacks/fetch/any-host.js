// Declares any public host, and fetches what is none.
// expect: handled
export const meta = { slug: "any-host", permissions: { hosts: ["*"] } };
const addresses = [
  "https://127.0.0.1/",
  "https://localhost/",
  "https://[::1]/",
  "https://10.0.0.1/",
];
addresses.push("http://example.com/", "https://169.254.169.254/", "https://example.com:8443/");
export async function handler({ config }) {
  addresses.push(`https://127.0.0.1:${config.port}/`);
  for (const address of addresses) {
    const error = await fetch(address).catch((thrown) => thrown);
    if (error?.code !== "FETCH_BLOCKED") throw new Error(`${address}: ${error?.code}`);
  }
  return { handled: true };
}
