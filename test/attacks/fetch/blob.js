// Addresses behind "blob:", whose host name the parser would read for the origin only.
// expect: handled
export async function handler() {
  const name = "é".repeat(100_000);
  const requests = ["blob:https://a.example/", `blob:https://${"a".repeat(500_000)}.example/`];
  const codes = await Promise.all(
    requests.map((address) =>
      fetch(address).then(
        () => "fetched",
        ({ code }) => code,
      ),
    ),
  );
  const isRefused = !URL.canParse(`blob:https://${name}/`);
  return { handled: isRefused && codes.every((code) => code !== "fetched" && code !== undefined) };
}
