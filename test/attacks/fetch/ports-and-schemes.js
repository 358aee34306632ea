// Other ports than 443 and other schemes than HTTPS.
// expect: handled
// limits: { "fetches": 50, "cpuMs": 1000 }
const addresses = ["http://a.example/", "https://a.example:80/", "https://a.example:8443/"];
addresses.push("https://a.example:22/", "ftp://a.example/", "ws://a.example/", "wss://a.example/");
addresses.push(
  "file:///etc/passwd",
  "data:text/plain,x",
  "blob:https://a.example/x",
  "about:blank",
);
addresses.push(
  "javascript:1",
  "node:fs",
  "unix:/var/run/docker.sock",
  "gopher://a.example/",
  "chrome://x",
);
export async function handler() {
  for (const address of addresses) {
    const outcome = await fetch(address).then(
      () => "fetched",
      (error) => error.code,
    );
    if (outcome !== "FETCH_BLOCKED") throw new Error(`${address}: ${outcome}`);
  }
  return { handled: true };
}
