// Names that no name server outside knows, and that must not even be asked for.
// expect: handled
// limits: { "fetches": 50, "cpuMs": 1000 }
const names = ["intranet", "intranet.", "a.localhost", "A.LOCALHOST.", "printer.local"];
names.push("db.internal", "metadata.google.internal", "router.home.arpa", "hidden.onion");
names.push("host.docker.internal", "x.test", "x.invalid", "kubernetes.default.svc.internal");
export async function handler() {
  for (const name of names) {
    const outcome = await fetch(`https://${name}/`).then(
      () => "fetched",
      (error) => error.code,
    );
    if (outcome !== "FETCH_BLOCKED") throw new Error(`${name}: ${outcome}`);
  }
  return { handled: true };
}
