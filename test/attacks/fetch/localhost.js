// The name of the machine itself.
// expect: handled
// limits: { "fetches": 50, "cpuMs": 1000 }
export async function handler({ config: { port } }) {
  for (const host of ["localhost", "LOCALHOST", "ｌocalhost", "local%68ost"]) {
    for (const address of [
      `https://${host}/`,
      `http://${host}:${port}/`,
      `https://${host}:${port}/`,
    ]) {
      const outcome = await fetch(address).then(
        () => "fetched",
        (error) => error.code,
      );
      if (outcome !== "FETCH_BLOCKED") throw new Error(`${address}: ${outcome}`);
    }
  }
  return { handled: true };
}
