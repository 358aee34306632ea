// Stores a value with a key `__proto__`, to be merged into something.
// expect: handled
export async function handler({ storage }) {
  const value = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  );
  await storage.set("trap", value);
  const back = await storage.get("trap");
  const clean = {}.polluted === undefined && back.polluted === undefined;
  return { handled: clean && Object.getPrototypeOf(back) === Object.prototype };
}
