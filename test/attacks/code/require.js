// What CommonJS and Node would have.
// expect: handled
const names = [
  "require",
  "process",
  "module",
  "exports",
  "global",
  "window",
  "self",
  "Deno",
  "Bun",
];
names.push("__dirname", "__filename", "setImmediate", "std", "os", "print", "scriptArgs", "load");
export async function handler() {
  const found = names.filter((name) => name in globalThis);
  if (found.length > 0) throw new Error(found.join());
  return { handled: true };
}
