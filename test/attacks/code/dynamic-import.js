// Imports at run time: nothing can be had but the plugin itself and the spent bootstrap.
// expect: handled
const names = ["node:fs", "fs", "./other.js", "../plugin.js", "<input>", "", "/", "/plugin.js"];
names.push(
  "data:text/javascript,export default 1",
  "https://api.example/x.js",
  "file:///etc/passwd",
);
names.push("@botwright/core", "node:process", "qjs:std", "qjs:os", "std", "os", "bjson");
export async function handler() {
  for (const name of names) {
    const outcome = await import(name).then(
      () => "imported",
      () => "refused",
    );
    if (outcome !== "refused") throw new Error(`${name} was imported`);
  }
  for (const name of ["plugin.js", "botwright:guest"]) {
    const found = await import(name).then(Object.values, () => []);
    const foreign = found.filter((value) => value !== handler && value !== undefined);
    if (foreign.length > 0) throw new Error(`${name} has ${foreign}`);
  }
  return { handled: true };
}
