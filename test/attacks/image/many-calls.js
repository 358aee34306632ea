// A dictionary as large as a file may leave, asked again and again.
// expect: handled
// limits: { "cpuMs": 5000 }
// runs: 20
const words = new Map();
for (let i = 0; i < 60_000; i++)
  words.set("word-" + i.toString(36), "the meaning of the word number " + i);
export async function handler({ storage }) {
  await storage.get("key");
  return { handled: words.size === 60_000 };
}
