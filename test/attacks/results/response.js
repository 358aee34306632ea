// Changes a response, its headers and its bytes.
// expect: handled
export async function handler() {
  const first = await fetch("https://api.example/");
  try {
    first.headers.set("x-kind", "forged");
  } catch {
    // Immutable.
  }
  try {
    first.status = 500;
  } catch {
    // Immutable.
  }
  const bytes = new Uint8Array(await first.arrayBuffer());
  bytes.fill(0);
  const second = await fetch("https://api.example/");
  const sound = second.status === 200 && second.headers.get("x-kind") === "fake";
  return { handled: sound && (await second.text()) === "the body" };
}
