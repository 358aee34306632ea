// Walks everything that can be reached and looks for what belongs to the host.
// expect: handled
// limits: { "cpuMs": 1000 }
const foreign = /process|require|binding|^_emscripten|^Module$|__send|QTS_|hostRef/;
export async function handler(ctx) {
  const left = [
    globalThis,
    ctx,
    async () => {},
    function* () {},
    async function* () {},
    new Error(),
  ];
  left.push(await fetch("https://api.example/"), await ctx.storage.get("profile"), ctx.mediaBuffer);
  const seen = new Set();
  while (left.length > 0) {
    const value = left.pop();
    if (Object(value) !== value || seen.has(value)) continue;
    seen.add(value);
    left.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      if (foreign.test(String(key))) throw new Error(`found ${String(key)}`);
      const { value: own, get, set } = Object.getOwnPropertyDescriptor(value, key);
      left.push(own, get, set);
    }
  }
  return { handled: seen.size > 500 };
}
