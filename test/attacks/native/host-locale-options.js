// Has the host read nested and endless options, and locales that are no texts.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler() {
  const deep = {};
  let inner = deep;
  for (let i = 0; i < 3000; i++) inner = inner.self = {};
  const all = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => ["key" + i, "x"]));
  const text = (1234.5).toLocaleString("en-US", { ...all, deep, toJSON: () => "[".repeat(1e4) });
  const list = { length: 1, 0: "de", toJSON: () => deep };
  return { handled: text === "1,234.5" && (1234.5).toLocaleString(list) === "1.234,5" };
}
