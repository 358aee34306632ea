// Changes the classes of the Web.
// expect: handled
const attempts = [
  () => (Headers.prototype.get = () => "forged"),
  () => (Headers.prototype[Symbol.iterator] = function* () {}),
  () => (Response.prototype.json = () => "forged"),
  () => (Request.prototype.url = "https://forged.example/"),
  () => Object.defineProperty(Request.prototype, "url", { get: () => "https://forged.example/" }),
  () => (URL.prototype.toString = () => "forged"),
  () => (URL.canParse = () => true),
  () => (URLSearchParams.prototype.get = () => "forged"),
  () => (AbortSignal.prototype.throwIfAborted = () => {}),
  () => (AbortController.prototype.abort = () => {}),
  () => (EventTarget.prototype.dispatchEvent = () => {}),
  () => (crypto.getRandomValues = (bytes) => bytes),
  () => (crypto.subtle.digest = () => "forged"),
  () => (Object.getPrototypeOf(crypto).randomUUID = () => "forged"),
  () => (console.log = () => {}),
  () => (fetch.polluted = 1),
  () => Object.setPrototypeOf(Request, Object),
];
export async function handler() {
  for (const attempt of attempts) {
    let done = true;
    try {
      attempt();
    } catch {
      done = false;
    }
    if (done) throw new Error(`${attempt} was allowed`);
  }
  const response = await fetch("https://api.example/");
  return { handled: (await response.text()) === "the body" };
}
