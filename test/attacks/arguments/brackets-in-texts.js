// Brackets, commas and quotes in texts and keys: they are no levels and no values.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  const texts = [
    "[".repeat(4e4),
    '"'.repeat(4e4),
    '\\"['.repeat(2e4),
    ",".repeat(4e4),
    "{]".repeat(2e4),
  ];
  for (const text of texts) {
    await storage.set("text", { [text]: [text] });
    const back = await storage.get("text");
    if (back[text]?.[0] !== text) throw new Error("another text came back");
  }
  return { handled: true };
}
