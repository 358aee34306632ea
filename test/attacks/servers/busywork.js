// Servers that make their client work: chunks of one byte, endless 103s, empty gzip members, bombs and the like.
// expect: handled
// limits: { "fetches": 40, "fetchMs": 50000, "cpuMs": 2000 }
const KNOWN = ["FETCH_EXCESSIVE_LOAD", "FETCH_BODY_TOO_LARGE", "FETCH_NETWORK"];
export async function handler({ config: { origin } }) {
  const ends = [];
  for (let server = 0; server < 20; server++) {
    const outcome = await fetch(`${origin}/hostile/${server}`).then(
      (response) => response.status,
      (error) => error.code,
    );
    ends.push(outcome);
  }
  const others = ends.filter((end) => !KNOWN.includes(end) && end !== 200 && end !== 205);
  if (others.length > 0 || ends.filter((end) => KNOWN.includes(end)).length < 15) {
    throw new Error(ends.join());
  }
  return { handled: true };
}
