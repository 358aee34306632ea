// NUL, lone surrogates, separators and control characters, there and back.
// expect: handled
export async function handler({ storage }) {
  const odd = [
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udfff\ud800",
    "\u2028\u2029",
    "\ufeff",
    "\u202e",
    "\\",
    '"',
  ];
  for (const text of odd) {
    await storage.set(`key ${text}`, text);
    const back = await storage.get(`key ${text}`);
    if (back !== text) throw new Error(`${JSON.stringify(text)} became ${JSON.stringify(back)}`);
  }
  return { handled: true };
}
